// Writes completions/ anew from the commands as they are: npm run completions
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importSource } from '../import-source.mjs';

/** @type {typeof import('./write-scripts.ts')} */
const { scriptNames, shells, writeScripts } = await importSource('cli/completion/write-scripts.ts');
const scripts = await writeScripts(join(import.meta.dirname, 'scripts'));
for (const shell of shells) {
  const file = join(import.meta.dirname, '..', '..', '..', 'completions', scriptNames[shell]);
  await writeFile(file, scripts[shell]);
}
