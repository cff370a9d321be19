// Writes the names of the man pages into package.json, which is where npm looks when it installs the program. Part of
// npm run completions; the pages themselves are made by the build.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importSource } from '../import-source.mjs';

/** @type {typeof import('./all-help.ts')} */
const { allHelp, manual } = await importSource('cli/help/all-help.ts');
const file = join(import.meta.dirname, '..', '..', '..', 'package.json');
const manifest = JSON.parse(await readFile(file, 'utf8'));
manifest.man = manual(await allHelp()).map((page) => `dist/man/${page.file}`);
await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
