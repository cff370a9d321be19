import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isSystemError, systemProblem } from '../../errors/system-problem.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { Streams } from '../../streams.ts';

/**
 * Writes a file that only its owner may read (0600). It appears whole or not at all, in the place of what was there.
 * A pipe or a device is written to as it is.
 * @param signal aborted when the file is no longer wanted
 * @param spare a data file that must not be overwritten, neither it nor what stands beside it
 * @throws UsageError when the file cannot be written
 */
export async function writePrivateFile(
  name: string,
  { cwd }: Pick<Streams, 'cwd'>,
  { signal, spare }: { signal: AbortSignal; spare: string },
  produce: (write: (chunk: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  // Through a link to what it means, which a rename would replace.
  const path = await realpath(resolve(cwd, name)).catch(() => resolve(cwd, name));
  const data = await realpath(spare).catch(() => spare);
  if (['', '.key', '-wal', '-shm', '-journal'].some((suffix) => path === data + suffix)) {
    throw new UsageError(`<file> ${name} belongs to the sandbox itself; write the export to another file`);
  }
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const isPlace = await stat(path).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );
  const target = isPlace ? path : draft;
  try {
    const file = await open(target, isPlace ? 'w' : 'wx', 0o600);
    try {
      await produce(async (chunk) => {
        signal.throwIfAborted();
        await file.writeFile(chunk);
      });
      if (!isPlace) await file.sync();
    } finally {
      await file.close();
    }
    signal.throwIfAborted();
    if (!isPlace) await rename(draft, path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`<file> cannot write ${name}: ${systemProblem(error)}`);
  } finally {
    if (!isPlace) await rm(draft, { force: true });
  }
}
