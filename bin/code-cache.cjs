'use strict';

// Keeps the code that V8 has compiled from one start to the next. A command lives for some 50 ms, and without this a
// third of its start would be compiling: with the code at hand 8 ms less for 87 KB of source, and 60 of 168 ms less
// for 1.1 MB (.github/CONTRIBUTING.md "What things cost"). Node 22 does so by itself (module.enableCompileCache), with
// a checksum of its own. Node 20 has nothing of the kind, so this does the same for it with `cachedData` of vm.Script,
// and only for the one file that every start reads.
//
// Code of another Node or another source is of no use: the name of a file in the cache has the version of Node, the
// architecture, and of the source its size, its time and what the build calls it. V8 looks at the head of what it is
// given and believes the rest, so one wrong byte would crash every command: the code is kept twice, and is of no use
// where the two differ. (Comparing takes a tenth of a millisecond. A digest would have to be loaded: node:zlib for
// crc32 takes 1.2 ms more, node:crypto 3.) Whatever goes wrong with the cache, the program runs: without it.

const fs = require('node:fs');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** Twice as much as a program as long as this one is ever compiled to. */
const mostBytes = 64 * 1024 * 1024;

/**
 * V8's defaults of what the program sets on its way, and of what follows from that: code is of use under the very same
 * flags alone.
 */
const defaultFlags = [
  '--flush-bytecode',
  '--no-expose-gc',
  '--no-liftoff-only',
  '--wasm-tier-up',
  '--wasm-dynamic-tiering',
  '--semi-space-growth-factor=2',
];

/**
 * Runs a CommonJS file whose compiled code is kept in a directory of the user's own.
 * @param {string} file of the build
 * @param {string} directory made where it is missing
 */
exports.requireCached = (file, directory) => {
  const { size, mtimeMs } = fs.statSync(file);
  // The build writes nothing but ASCII, which is read fastest as what it is.
  const text = fs.readFileSync(file, 'latin1');
  const program = basename(file, '.cjs');
  const [id] = text.slice(0, 40).match(/[0-9a-f]{16}/) ?? ['0'];
  const source = `${size}-${Math.round(mtimeMs)}-${id}`;
  const name = `${program}-${process.version}-${process.arch}-${source}.bin`;
  const cachedData = readOwn(join(directory, name));
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
    filename: file,
    cachedData,
  });
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
  const isWorthKeeping = process.argv.length > 3 || program === 'serve';
  if ((cachedData === undefined || script.cachedDataRejected) && isWorthKeeping) {
    // V8 forgets what was not run for a while, such as the start of a service that has served for minutes.
    const { setFlagsFromString } = require('node:v8');
    setFlagsFromString('--no-flush-bytecode');
    // At the end, so that what this command has compiled on its way is in it.
    process.once('exit', () => {
      for (const flag of defaultFlags) setFlagsFromString(flag);
      writeOwn(directory, program, name, script.createCachedData());
    });
  }
};

/**
 * Whether Node, which checks what it reads but opens whatever it finds, can be let into a directory: it is the user's own,
 * and in it are files and folders alone. A pipe would be waited for, and some links have no end.
 * @param {string} directory
 */
exports.isPlain = (directory) => {
  try {
    const stat = fs.lstatSync(directory, { throwIfNoEntry: false });
    if (stat === undefined) return true;
    const isOurs = process.getuid === undefined || stat.uid === process.getuid();
    return isOurs && stat.isDirectory() && holdsPlainFiles(directory, 2);
  } catch {
    return false;
  }
};

/**
 * @param {string} directory
 * @param {number} depth how many folders stand in each other
 * @returns {boolean}
 */
function holdsPlainFiles(directory, depth) {
  return fs.readdirSync(directory, { withFileTypes: true }).every((entry) => {
    if (!entry.isDirectory()) return entry.isFile();
    return depth === 1 || holdsPlainFiles(join(directory, entry.name), depth - 1);
  });
}

/**
 * V8 runs what is in there, so nobody else may have written it, and it must be as it was written.
 * @param {string} path
 */
function readOwn(path) {
  try {
    // A pipe in its place is not waited for.
    const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
      const stat = fs.fstatSync(descriptor);
      const isOurs =
        process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
      if (!isOurs || !stat.isFile() || stat.size === 0 || stat.size > mostBytes) return undefined;
      const both = fs.readFileSync(descriptor);
      const code = both.subarray(0, both.length / 2);
      return code.equals(both.subarray(code.length)) ? code : undefined;
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
 * @param {Buffer} code
 */
function writeOwn(directory, program, name, code) {
  try {
    /** @type {typeof import('../src/files/leftovers.ts')} */
    const { draftOf, removeLeftDrafts } = require(join(__dirname, '..', 'dist', 'leftovers.cjs'));
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeLeftDrafts(directory);
    const path = join(directory, name);
    const draft = draftOf(path);
    try {
      writeNew(draft, code);
      // What stands in the way is nothing that a rename replaces.
      if (fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) fs.rmSync(path, { recursive: true });
      fs.renameSync(draft, path);
    } finally {
      fs.rmSync(draft, { force: true });
    }
    for (const other of fs.readdirSync(directory)) {
      const isOld = other.startsWith(`${program}-`) && other.includes('.bin') && other !== name;
      if (isOld) fs.rmSync(join(directory, other), { force: true });
    }
  } catch {
    // A directory that cannot be written, or a full disk.
  }
}

/**
 * On the disk before it gets its name: a power cut leaves no half.
 * @param {string} path
 * @param {Buffer} code
 */
function writeNew(path, code) {
  const descriptor = fs.openSync(path, 'wx', 0o600);
  try {
    for (let copy = 0; copy < 2; copy++) fs.writeFileSync(descriptor, code);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
