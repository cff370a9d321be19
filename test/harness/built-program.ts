import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/** The built program, as the installed command starts it. */
export const launcher = fileURLToPath(new URL('../../bin/tunnelctl.cjs', import.meta.url));

/** A file that the build left. */
export function builtFile(name: string): string {
  return fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}

/** What a program may know of its surroundings: nothing of whoever runs the tests. */
export const cleanEnvironment = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
};

/** Runs the built program; a failure is an outcome like any other. */
export function tunnelctl(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; input?: string } = {},
) {
  const { env = {}, ...rest } = options;
  return execa(process.execPath, [launcher, ...args], {
    env: { ...cleanEnvironment, ...env },
    extendEnv: false,
    reject: false,
    ...rest,
  });
}

/**
 * A `PATH` on which the built program is the command `tunnelctl`.
 * @param atEnd `afterAll` where all tests around the call share it; not to be called in a hook then
 */
export function pathWithProgram(atEnd: (remove: () => Promise<void>) => void = onTestFinished): string {
  const directory = temporaryDirectory(atEnd);
  const script = `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`;
  writeFileSync(join(directory, 'tunnelctl'), script, { mode: 0o755 });
  return `${directory}${delimiter}${cleanEnvironment.PATH}`;
}
