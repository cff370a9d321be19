// Builds dist/*.cjs. Start-up decides the form (.github/CONTRIBUTING.md "What things cost"): CommonJS starts 6 to 8 ms sooner than ES
// modules, each further file costs half a millisecond, and what a command does not need must not be read. esbuild
// splits only ES modules, so it makes those first: one file for each import(), and one for what several share.
// Then each becomes CommonJS, and the files that every start reads go into cli.cjs.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';
import { pageForEsbuild } from './src/server/page/bundle.mjs';

// In ASCII: a file with one other character is kept as two bytes a character, twice as much to read at every start.
const common = { platform: 'node', target: 'node20', charset: 'ascii', logLevel: 'warning' };
const programs = ['cli.cjs', 'complete.cjs'];
const minified = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none' };
// ES modules know their place by another name.
const define = { 'import.meta.dirname': '__dirname' };

// commander loads node:child_process for sub-commands that are programs of their own; we have none. (3 ms)
const withoutChildProcess = {
  name: 'commander-without-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/commander/') ? { path: 'child_process', namespace: 'absent' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'module.exports = {}' }));
  },
};

const { outputFiles, metafile } = await build({
  ...common,
  entryPoints: { cli: 'src/cli/entry.ts', complete: 'src/cli/completion/live/entry.ts' },
  bundle: true,
  splitting: true,
  format: 'esm',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  // Native: its binary comes with the package.
  external: ['libsql'],
  plugins: [withoutChildProcess, pageForEsbuild],
  metafile: true,
  write: false,
});

const code = new Map();
const whole = 'module.exports=module.exports.default;\n';
for (const { path, text } of outputFiles) {
  const options = { ...common, ...minified, define, format: 'cjs', supported: { 'dynamic-import': false } };
  const name = basename(path);
  code.set(name, (await transform(text, options)).code + (isCommonJs(name) ? whole : ''));
}

await rm('dist', { recursive: true, force: true });
await mkdir('dist/chunks', { recursive: true });
const atStart = new Set();
for (const program of programs) {
  const names = readAtStart(`dist/${program}`);
  await writeFile(`dist/${program}`, join([...names]));
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

/** Whether a file is a CommonJS package: as an ES module it exports nothing but all of it, as its default. */
function isCommonJs(name) {
  const { entryPoint = '', exports } = metafile.outputs[`dist/chunks/${name}`] ?? {};
  return entryPoint.startsWith('node_modules/') && exports.join() === 'default';
}

/** The names of the files that loading a file loads, each after those that it needs itself. */
function readAtStart(path, names = new Set()) {
  for (const needed of metafile.outputs[path].imports) {
    if (needed.kind === 'import-statement' && !needed.external) readAtStart(needed.path, names);
  }
  return names.add(basename(path));
}

/** One file that runs the given ones in order, and exports what each of them exports, by its name. */
function join(names) {
  const runtime = `const chunks=globalThis[Symbol.for("tunnelctl")]={};
const load=(path)=>{
  const name=path.slice(path.lastIndexOf("/")+1);
  return chunks[name]??require(path.startsWith(".")?"./chunks/"+name:path);
};
const run=(name,body)=>{
  const module={exports:{}};
  body(module,load);
  chunks[name]=module.exports;
};
`;
  const runs = names.map(
    (name) => `run(${JSON.stringify(name)},(function(module,require){${code.get(name)}}));\n`,
  );
  return runtime + runs.join('');
}
