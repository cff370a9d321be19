// For what is made of the sources while the package is built: completion scripts, help, man pages.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/**
 * What a file of src/ exports, its imports bundled. Packages are taken from node_modules.
 * @param {string} file below src/
 */
export async function importSource(file) {
  const bundle = join(root, 'node_modules', `.source-${process.pid}-${Date.now()}.mjs`);
  await build({
    entryPoints: [join(root, 'src', file)],
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
    return await import(bundle);
  } finally {
    await rm(bundle, { force: true });
  }
}
