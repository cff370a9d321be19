// cli-table3 measures text with string-width, in a release that knows no grapheme clusters: Thai, Devanagari and joined
// emoji do not line up by it, nor do links. The releases that do know them are ES modules, which it cannot require. So
// whoever imports cli-table3 gets it with our own measure (text-width.ts), which the rest of the program cuts by: the
// build by a plugin of esbuild, the tests, which run from the sources, by one of Vite.
import { join } from 'node:path';
import { build } from 'esbuild';

const directory = import.meta.dirname;

/** @type {import('esbuild').Plugin} */
export const tableForEsbuild = {
  name: 'cli-table3-with-our-measure',
  setup({ onResolve, onLoad }) {
    /** @param {string} importer */
    const isTable = (importer) => importer.includes('/cli-table3/');
    onResolve({ filter: /^string-width$/ }, ({ importer, path }) =>
      isTable(importer) ? { path, namespace: 'our-measure' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'our-measure' }, () => ({
      contents: `module.exports = require(${JSON.stringify(join(directory, 'text-width.ts'))}).shownWidth;`,
      resolveDir: directory,
    }));
    // For colours of its own, which we do not ask for.
    onResolve({ filter: /^@colors\/colors/ }, ({ importer, path }) =>
      isTable(importer) ? { path, namespace: 'no-colours' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'no-colours' }, () => ({ contents: 'module.exports = {}' }));
  },
};

const name = 'cli-table3';
const virtual = `\0${name}`;

/** @type {import('vitest/config').Plugin} */
export const tableForVite = {
  name: 'cli-table3-with-our-measure',
  enforce: 'pre',
  resolveId: (id) => (id === name ? virtual : undefined),
  async load(id) {
    if (id !== virtual) return undefined;
    const { outputFiles } = await build({
      stdin: { contents: `export { default } from '${name}';`, resolveDir: directory },
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
      plugins: [tableForEsbuild],
      write: false,
    });
    return outputFiles[0]?.text;
  },
};
