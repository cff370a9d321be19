// Bundles what the page's browser gets: browser/page.html as it is, and what it names, main.ts and page.css. Whoever
// imports page.html gets these three as texts: the build by a plugin of esbuild, the tests, which run from the
// sources, by one of Vite. So nothing has to be built before a test, and the built program reads no further file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const directory = join(import.meta.dirname, 'browser');
const document = join(directory, 'page.html');

/** An ES module that exports `html`, `script` and `style`. */
async function bundlePage() {
  const { outputFiles } = await build({
    entryPoints: ['main.ts', 'page.css'].map((name) => join(directory, name)),
    bundle: true,
    format: 'iife',
    charset: 'utf8',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    outdir: directory,
    write: false,
  });
  /** @param {string} ending */
  const output = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text;
  const parts = { html: await readFile(document, 'utf8'), script: output('.js'), style: output('.css') };
  return Object.entries(parts)
    .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`)
    .join('');
}

/** @type {import('esbuild').Plugin} */
export const pageForEsbuild = {
  name: 'page',
  setup({ onLoad }) {
    onLoad({ filter: /\/browser\/page\.html$/ }, async () => ({
      contents: await bundlePage(),
      loader: 'js',
    }));
  },
};

/** @type {import('vitest/config').Plugin} */
export const pageForVite = {
  name: 'page',
  enforce: 'pre',
  load: (id) => (id === document ? bundlePage() : undefined),
};
