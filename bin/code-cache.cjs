'use strict';

// What module.enableCompileCache does on Node 22, for Node 20, and only for the one large file. Whatever goes wrong
// with the cache, the program runs: without it.

const fs = require('node:fs');
const { createRequire } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** Runs a CommonJS file whose compiled code is kept in a directory of the user's own. */
exports.requireCached = (file, directory) => {
  const { size, mtimeMs } = fs.statSync(file);
  const program = basename(file, '.cjs');
  const name = `${program}-${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}.bin`;
  const cacheFile = join(directory, name);
  const cachedData = readOwn(cacheFile);
  // The build writes nothing but ASCII, which is read fastest as what it is.
  const source = `(function(exports,require,module,__filename,__dirname){${fs.readFileSync(file, 'latin1')}\n})`;
  const script = new Script(source, { filename: file, cachedData });
  const module = { exports: {} };
  const load = createRequire(file);
  // The program's other files require it for what they share with it.
  load.cache[file] = Object.assign(module, {
    id: file,
    filename: file,
    loaded: true,
    children: [],
    paths: [],
  });
  script.runInThisContext().call(module.exports, module.exports, load, module, file, dirname(file));
  // Made by a command with at least two words: what `--version` alone compiles is not worth keeping.
  if ((cachedData === undefined || script.cachedDataRejected) && process.argv.length > 3) {
    // At the end, so that what this command has compiled on its way is in it.
    process.once('exit', () => writeOwn(directory, program, name, script.createCachedData()));
  }
};

/** V8 runs what is in there, so nobody else may have written it. */
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
