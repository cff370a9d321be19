// Builds dist/*.cjs. Start-up decides the form (DESIGN.md section 6): CommonJS starts 6 to 8 ms sooner than ES
// modules, each further file costs half a millisecond, and what a command does not need must not be read. esbuild
// splits only ES modules, so it makes those first: one file for each import(), and one for what several share.
// Then each becomes CommonJS, and the files that every start reads go into cli.cjs.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';

const common = { platform: 'node', target: 'node20', charset: 'utf8', logLevel: 'warning' };
const minified = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none' };

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
  entryPoints: { cli: 'src/cli/entry.ts' },
  bundle: true,
  splitting: true,
  format: 'esm',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  // Native: its binary comes with the package.
  external: ['libsql'],
  plugins: [withoutChildProcess],
  metafile: true,
  write: false,
});

const code = new Map();
const whole = 'module.exports=module.exports.default;\n';
for (const { path, text } of outputFiles) {
  const options = { ...common, ...minified, format: 'cjs', supported: { 'dynamic-import': false } };
  const name = basename(path);
  code.set(name, (await transform(text, options)).code + (isCommonJs(name) ? whole : ''));
}

const atStart = readAtStart('dist/cli.cjs');
await rm('dist', { recursive: true, force: true });
await mkdir('dist/chunks', { recursive: true });
await writeFile('dist/cli.cjs', join([...atStart]));
for (const [name, text] of code) {
  if (name === 'cli.cjs') continue;
  const shared = `module.exports=require("../cli.cjs")[${JSON.stringify(name)}];\n`;
  await writeFile(`dist/chunks/${name}`, atStart.has(name) ? shared : text);
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
  const runtime = `const chunks=module.exports;
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
