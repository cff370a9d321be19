// Writes completions/ anew from the commands as they are: npm run completions
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..', '..');
const bundle = join(root, 'node_modules', `.completions-${process.pid}.mjs`);

await build({
  stdin: {
    contents: `export * from './write-scripts.ts'; export { scriptNames, shells } from './shells.ts';`,
    resolveDir: import.meta.dirname,
  },
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  // No command needs the service to say what it takes.
  external: ['*/hosting/account-file.ts', '*/hosting/in-process.ts', '*/hosting/serve.ts'],
  logLevel: 'warning',
});
try {
  /** @type {typeof import('./shells.ts') & typeof import('./write-scripts.ts')} */
  const { scriptNames, shells, writeScripts } = await import(bundle);
  const scripts = await writeScripts(join(import.meta.dirname, 'scripts'));
  for (const shell of shells) {
    await writeFile(join(root, 'completions', scriptNames[shell]), scripts[shell]);
  }
} finally {
  await rm(bundle, { force: true });
}
