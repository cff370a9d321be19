import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands } from './read-commands.ts';
import { type Shell, scriptNames, shells } from './shells.ts';
import { writeScript } from './write-script.ts';

/**
 * Every shell's script, as `completions/` holds it.
 * @param frames the directory of the scripts without their tables
 */
export async function writeScripts(frames: string): Promise<Record<Shell, string>> {
  const model = await readCommands();
  const script = (shell: Shell) =>
    writeScript(shell, readFileSync(join(frames, scriptNames[shell]), 'utf8'), model);
  return Object.fromEntries(shells.map((shell) => [shell, script(shell)])) as Record<Shell, string>;
}
