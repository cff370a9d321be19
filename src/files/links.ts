import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** As many as Linux follows. */
const mostLinks = 40;

/**
 * The file that a path means, links followed as the system does, also to a file that is not there yet: opening the path
 * would make that one. Throws the system's error (ELOOP) where links lead in a circle; what else is wrong with a path is
 * left to whoever opens it.
 * @returns an absolute path
 */
export function followLinks(path: string): string {
  let place = path;
  for (let links = 0; links < mostLinks; links++) {
    try {
      return realpathSync.native(place);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ELOOP') throw error;
      if (code !== 'ENOENT' || !lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink())
        return resolve(place);
    }
    // What it says is said from where it really is.
    place = resolve(realpathSync.native(dirname(place)), readlinkSync(place));
  }
  throw Object.assign(new Error(`ELOOP: too many symbolic links encountered, '${path}'`), {
    code: 'ELOOP',
    syscall: 'realpath',
    path,
  });
}
