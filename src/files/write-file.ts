import { chmod, chown, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncNames } from './directories.ts';
import { draftOf, removeLeftDrafts } from './leftovers.ts';
import { followLinks } from './links.ts';

/** Writes the pieces of a text one after the other. */
export type WriteContent = (write: (chunk: string) => Promise<void>) => Promise<void>;

/**
 * Writes a file whole or not at all, in the place of what was there: a draft beside it, which nobody else can have
 * made or turned into a link, takes its name once it is on the disk. A link is followed to the file that it means,
 * which a rename would not do; a pipe or a device is written to as it is. Throws the system's error.
 * @param mode of the file afterwards, less what the umask takes away: `0o600`
 */
export async function writeWholeFile(
  name: string,
  content: string | WriteContent,
  mode: number,
): Promise<void> {
  const path = followLinks(name);
  if (await isPlace(path)) return fill(path, 'w', content, mode);
  await replace(path, (draft) => fill(draft, 'wx', content, mode));
}

/**
 * The same in the place of a file that others may rely on: its mode stays, and its owner where the system lets us.
 * @param mode where there is no file yet
 */
export async function rewriteWholeFile(name: string, content: string, mode: number): Promise<void> {
  const path = followLinks(name);
  const before = await stat(path).catch(() => undefined);
  if (before === undefined || !before.isFile()) return writeWholeFile(path, content, mode);
  await replace(path, async (draft) => {
    // Nobody else can read it until it has the mode of the old one.
    await fill(draft, 'wx', content, 0o600);
    await chown(draft, before.uid, before.gid).catch(() => {});
    await chmod(draft, before.mode & 0o7777);
  });
}

async function replace(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const directory = dirname(path);
  removeLeftDrafts(directory);
  const draft = draftOf(path);
  try {
    await write(draft);
    await rename(draft, path);
    syncNames(directory);
  } finally {
    await rm(draft, { force: true });
  }
}

async function fill(
  path: string,
  flags: 'w' | 'wx',
  content: string | WriteContent,
  mode: number,
): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    if (typeof content === 'string') await file.writeFile(content);
    else await content((chunk) => file.writeFile(chunk));
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
