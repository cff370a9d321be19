import { chmod, chown, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncNames } from './directories.ts';
import { draftOf, removeLeftDrafts } from './leftovers.ts';
import { followLinks } from './links.ts';

/** Writes the pieces of a text one after the other. */
export type WriteContent = (write: (chunk: string) => Promise<void>) => Promise<void>;

type Content = string | Uint8Array | WriteContent;

/**
 * Writes a file whole or not at all, in the place of what was there: a draft beside it, which nobody else can have
 * made or turned into a link, takes its name once it is on the disk. A link is followed to the file that it means,
 * which a rename would not do; a pipe or a device is written to as it is. Throws the system's error.
 * @param mode of the file afterwards, less what the umask takes away: `0o600`
 */
export async function writeWholeFile(name: string, content: Content, mode: number): Promise<void> {
  const path = followLinks(name);
  if (await isPlace(path)) return fill(path, 'w', content, mode);
  await writeByDraft(path, (draft) => fill(draft, 'wx', content, mode), rename);
}

/**
 * The same in the place of a file that others may rely on: its mode stays, and its owner where the system lets us.
 * @param mode where there is no file yet
 */
export async function rewriteWholeFile(name: string, content: string, mode: number): Promise<void> {
  const path = followLinks(name);
  const before = await stat(path).catch(() => undefined);
  if (before === undefined || !before.isFile()) return writeWholeFile(path, content, mode);
  const write = async (draft: string) => {
    // Nobody else can read it until it has the mode of the old one.
    await fill(draft, 'wx', content, 0o600);
    await chown(draft, before.uid, before.gid).catch(() => {});
    await chmod(draft, before.mode & 0o7777);
  };
  await writeByDraft(path, write, rename);
}

/**
 * The same where there is nothing: of several that do it at once one does, and the others get the system's error (EEXIST),
 * as with a name that is taken, be it by a link to nothing.
 */
export async function writeNewFile(path: string, content: Content, mode: number): Promise<void> {
  await writeByDraft(path, (draft) => fill(draft, 'wx', content, mode), link);
}

async function writeByDraft(
  path: string,
  write: (draft: string) => Promise<void>,
  giveName: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  const directory = dirname(path);
  removeLeftDrafts(directory);
  const draft = draftOf(path);
  try {
    await write(draft);
    try {
      await giveName(draft, path);
    } finally {
      // Where another one was faster, what it put there is relied on.
      syncNames(directory);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function fill(path: string, flags: 'w' | 'wx', content: Content, mode: number): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    if (typeof content === 'function') await content((chunk) => file.writeFile(chunk));
    else await file.writeFile(content);
    // What has no content of its own has nothing to keep.
    if (flags === 'wx') await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether it takes what is written to it somewhere else: a pipe, a device. */
async function isPlace(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    return !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
}
