// Builds dist/: cli.cjs, serve.cjs, complete.cjs and help.cjs, the programs that bin/tunnelctl.cjs starts, judge.cjs, which
// serve starts threads of, leftovers.cjs, which bin/code-cache.cjs uses, and what they load when they need it in dist/chunks/.
// Start-up decides the form (.github/CONTRIBUTING.md "What things cost"): CommonJS starts
// sooner than ES modules, each further file costs half a millisecond, and what a command does not need must not be
// read. esbuild splits only ES modules. So it makes those first: one file for each import(), and one for what several
// share. Then each becomes CommonJS, and those that a program reads at every start are joined into its one scope
// (.github/CONTRIBUTING.md "How the build joins files").
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';
import { thirdPartyLicenses } from './licenses.mjs';
import { importSource } from './src/cli/import-source.mjs';
import { tableForEsbuild } from './src/cli/terminal/bundle-table.mjs';
import { pageForEsbuild } from './src/server/page/bundle.mjs';

// In ASCII: a file with one other character is kept as two bytes a character, twice as much to read at every start.
/** @type {import('esbuild').CommonOptions} */
const common = { platform: 'node', target: 'node20', charset: 'ascii', logLevel: 'warning' };
const programs = ['cli.cjs', 'serve.cjs', 'complete.cjs', 'help.cjs', 'judge.cjs', 'leftovers.cjs'];
/** @type {import('esbuild').CommonOptions} */
const minified = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none' };
// ES modules know their place by another name.
const define = { 'import.meta.dirname': '__dirname' };

/**
 * What commander loads and we have no use for: node:child_process for sub-commands that are programs of their own
 * (3 ms), its help, which is ours, and its suggestions.
 * @type {import('esbuild').Plugin}
 */
const leanCommander = {
  name: 'lean-commander',
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /^(node:child_process|\.\/(lib\/)?(help|suggestSimilar)(\.js)?)$/ },
      ({ importer, path }) => (importer.includes('/commander/') ? { path, namespace: 'absent' } : undefined),
    );
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'module.exports = {}' }));
  },
};

const { outputFiles, metafile } = await build({
  ...common,
  entryPoints: {
    cli: 'src/cli/entry.ts',
    serve: 'src/cli/serve-entry.ts',
    complete: 'src/cli/completion/live/entry.ts',
    help: 'src/cli/help/prebuilt.ts',
    judge: 'src/hosting/judging-thread.ts',
    leftovers: 'src/files/leftovers.ts',
  },
  bundle: true,
  splitting: true,
  format: 'esm',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  // Native: its binary comes with the package.
  external: ['libsql'],
  plugins: [leanCommander, pageForEsbuild, tableForEsbuild],
  metafile: true,
  write: false,
});

/** By name: the files as esbuild made them. */
const made = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
/** @type {Map<string, string>} By name: the files as CommonJS. */
const code = new Map();
const whole = 'module.exports=module.exports.default;\n';
// ES modules are strict without saying so; without it `this` of a method of strings would be an object.
const strict = '"use strict";';
for (const { path, text } of outputFiles) {
  /** @type {import('esbuild').TransformOptions} */
  const options = { ...common, ...minified, define, format: 'cjs', supported: { 'dynamic-import': false } };
  const name = basename(path);
  code.set(name, strict + (await transform(text, options)).code + (isCommonJs(name) ? whole : ''));
}

await rm('dist', { recursive: true, force: true });
await mkdir('dist/chunks', { recursive: true });
await writeFile('dist/THIRD-PARTY-LICENSES.txt', thirdPartyLicenses(metafile));
/** @type {Set<string>} */
const atStart = new Set();
for (const program of programs) {
  const names = withFronts(readAtStart(`dist/${program}`));
  await writeFile(`dist/${program}`, named(await join(program, names)));
  for (const name of names) atStart.add(name);
}
for (const [name, text] of code) {
  if (programs.includes(name)) continue;
  if (!atStart.has(name)) {
    await writeFile(`dist/chunks/${name}`, text);
    continue;
  }
  // A program that read it at its start has it; the other one may need it later.
  const own = `globalThis[Symbol.for("tunnelctl")]?.[${JSON.stringify(name)}]`;
  await writeFile(
    `dist/chunks/${name}`,
    `module.exports=${own}??require(${JSON.stringify(`./own-${name}`)});\n`,
  );
  await writeFile(`dist/chunks/own-${name}`, text);
}

// What help.cjs answers with, and the manual.
/** @type {typeof import('./src/cli/help/all-help.ts')} */
const { allHelp, manual } = await importSource('cli/help/all-help.ts');
const help = await allHelp();
await writeFile('dist/help.json', inAscii(JSON.stringify(help)));
await mkdir('dist/man');
for (const { file, text } of manual(help)) await writeFile(`dist/man/${file}`, text);

/**
 * A program that says in front which one it is, for bin/code-cache.cjs: of another version the size may be the same, and
 * npm gives all files one time.
 * @param {string} text
 */
function named(text) {
  return `/*${createHash('sha256').update(text).digest('hex').slice(0, 16)}*/${text}`;
}

/** @param {string} json */
function inAscii(json) {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Whether a file is a CommonJS package: as an ES module it exports nothing but all of it, as its default.
 * @param {string} name
 */
function isCommonJs(name) {
  const { entryPoint = '', exports = [] } = outputOf(name) ?? {};
  return entryPoint.startsWith('node_modules/') && exports.join() === 'default';
}

/**
 * The names of the files that loading a file loads, each after those that it needs itself.
 * @param {string} path as the metafile says it
 * @param {Set<string>} names
 */
function readAtStart(path, names = new Set()) {
  const output = metafile.outputs[path];
  if (!output) throw new Error(`esbuild made no ${path}`);
  for (const needed of output.imports) {
    if (needed.kind === 'import-statement' && !needed.external) readAtStart(needed.path, names);
  }
  return names.add(basename(path));
}

/**
 * @param {string} name of a file that esbuild made
 */
function outputOf(name) {
  return metafile.outputs[programs.includes(name) ? `dist/${name}` : `dist/chunks/${name}`];
}

/**
 * The same with what an import() in these files asks for and they have already: it comes as a file that only gives out
 * what stands in others.
 * @param {Set<string>} names
 */
function withFronts(names) {
  const asked = [...names].flatMap(
    (name) => outputOf(name)?.imports.filter(({ kind }) => kind === 'dynamic-import') ?? [],
  );
  const fronts = asked.filter(({ path }) => {
    const output = metafile.outputs[path];
    const isFront = output && Object.keys(output.inputs).length === 0;
    return isFront && output.imports.every((needed) => names.has(basename(needed.path)));
  });
  return new Set([...names, ...fronts.map(({ path }) => basename(path))]);
}

/**
 * One file of all that a program reads at its start, as one scope: what one file takes from another is a variable, with
 * no object and no getter between them.
 * @param {string} program
 * @param {Set<string>} names of those files
 */
async function join(program, names) {
  const shared = [...names].filter((name) => name !== program);
  // Before the program begins: what it loads later looks for these.
  const table = shared.map((name, i) => `import * as file${i} from ${JSON.stringify(name)};`).join('');
  const members = shared.map((name, i) => `${JSON.stringify(name)}:file${i}`).join();
  const { outputFiles: joined } = await build({
    ...common,
    ...minified,
    stdin: { contents: `import 'table';export * from ${JSON.stringify(program)};` },
    bundle: true,
    define,
    format: 'cjs',
    banner: { js: strict },
    supported: { 'dynamic-import': false },
    write: false,
    plugins: [
      {
        name: 'files-in-memory',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ path, kind }) => {
            const name = basename(path);
            if (path === 'table') return { path, namespace: 'joined' };
            if (names.has(name) && kind === 'import-statement') return { path: name, namespace: 'joined' };
            return { path: code.has(name) ? `./chunks/${name}` : path, external: true };
          });
          onLoad({ filter: /.*/, namespace: 'joined' }, ({ path }) => ({
            contents:
              path === 'table'
                ? `${table}globalThis[Symbol.for("tunnelctl")]={${members}};`
                : (made.get(path) ?? ''),
          }));
        },
      },
    ],
  });
  return joined[0]?.text ?? '';
}
