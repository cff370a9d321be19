'use strict';

// Keeps the code that V8 has compiled from one start to the next. A command lives for some 50 ms, and without this a
// third of its start would be compiling: with the code at hand 8 ms less for 87 KB of source, and 60 of 168 ms less
// for 1.1 MB (.github/CONTRIBUTING.md "What things cost"). Node 22 does so by itself (module.enableCompileCache).
// Node 20 has nothing of the kind, so this does the same for it with `cachedData` of vm.Script, and only for the one
// file that every start reads.
//
// Code of another Node or another source is of no use: the name of a file in the cache has the version of Node, the
// architecture, and the size and time of the source in it. Whatever goes wrong with the cache, the program runs:
// without it.

const fs = require('node:fs');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

/**
 * Runs a CommonJS file whose compiled code is kept in a directory of the user's own.
 * @param {string} file
 * @param {string} directory made where it is missing
 */
exports.requireCached = (file, directory) => {
  const { size, mtimeMs } = fs.statSync(file);
  const program = basename(file, '.cjs');
  const name = `${program}-${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}.bin`;
  const cacheFile = join(directory, name);
  const cachedData = readOwn(cacheFile);
  // The build writes nothing but ASCII, which is read fastest as what it is.
  const source = `(function(exports,require,module,__filename,__dirname){${fs.readFileSync(file, 'latin1')}\n})`;
  const script = new Script(source, { filename: file, cachedData });
  // As much of a module as `require` looks at: the program's other files require it for what they share with it.
  /** @type {Partial<NodeJS.Module>} */
  const module = { exports: {}, id: file, filename: file, loaded: true, children: [], paths: [] };
  require.cache[file] = /** @type {NodeJS.Module} */ (module);
  // Of the files beside it, and of packages. (createRequire of node:module would do; loading that takes 1 ms.)
  const place = dirname(file);
  /** @param {string} name */
  const load = (name) => require(name.startsWith('.') ? join(place, name) : name);
  script.runInThisContext().call(module.exports, module.exports, load, module, file, place);
  // Made by a command with at least two words: what `--version` alone compiles is not worth keeping.
  if ((cachedData === undefined || script.cachedDataRejected) && process.argv.length > 3) {
    // At the end, so that what this command has compiled on its way is in it.
    process.once('exit', () => writeOwn(directory, program, name, script.createCachedData()));
  }
};

/**
 * V8 runs what is in there, so nobody else may have written it.
 * @param {string} path
 */
function readOwn(path) {
  try {
    const descriptor = fs.openSync(path, 'r');
    try {
      const { uid, mode } = fs.fstatSync(descriptor);
      const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
      return isOurs ? fs.readFileSync(descriptor) : undefined;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/**
 * @param {string} directory
 * @param {string} program the one whose older files go
 * @param {string} name
 * @param {Buffer} data
 */
function writeOwn(directory, program, name, data) {
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const draft = join(directory, `${name}.${process.pid}`);
    fs.writeFileSync(draft, data, { mode: 0o600, flag: 'wx' });
    fs.renameSync(draft, join(directory, name));
    for (const other of fs.readdirSync(directory)) {
      const isOld = other.startsWith(`${program}-`) && other.includes('.bin') && other !== name;
      if (isOld) fs.rmSync(join(directory, other));
    }
  } catch {
    // A directory that cannot be written, or another command that was faster.
  }
}
