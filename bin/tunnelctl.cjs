#!/usr/bin/env node
'use strict';

// Starts the program, and does as little as possible before: every command pays for it. It is CommonJS, which starts
// 6 to 8 ms sooner than an ES module, and it has the program's compiled code kept from one start to the next
// (code-cache.cjs says why and how). What needs nothing of the program is answered without it: the version, and help
// that the build left ready.

/**
 * Programs of their own, by the first word: completion scripts ask on every press of a key, which a small one answers;
 * a service loads far more than the commands that call one.
 * @type {Map<string | undefined, string>}
 */
const programs = new Map([
  ['__complete', 'complete.cjs'],
  ['serve', 'serve.cjs'],
]);

const argv = process.argv.slice(2);
const isVersion = argv.length === 1 && argv[0] === '--version';
const text = isVersion ? `${require('../package.json').version}\n` : plainHelp();
if (text !== undefined) print(text);
else runProgram();

/** Help, where the command line asks for nothing else. */
function plainHelp() {
  const isAsked = argv.length === 0 || argv[0] === 'help' || ['--help', '-h'].includes(argv.at(-1) ?? '');
  if (!isAsked) return undefined;
  try {
    /** @type {typeof import('../src/cli/help/prebuilt.ts')} */
    const help = require(require('node:path').join(__dirname, '..', 'dist', 'help.cjs'));
    // What is no device is no terminal: finding that out from stdout would take milliseconds.
    const isTTY = require('node:fs').fstatSync(1).isCharacterDevice() && process.stdout.isTTY === true;
    return help.plainHelp(argv, {
      env: process.env,
      isTTY,
      columns: (isTTY && process.stdout.columns) || 80,
    });
  } catch {
    // The program can tell what is wrong.
    return undefined;
  }
}

/**
 * Writes to stdout as the program would, only sooner: process.stdout takes milliseconds to be made.
 * @param {string} text
 */
function print(text) {
  const fs = require('node:fs');
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += fs.writeSync(1, bytes, written);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const problem =
      code === 'ENOSPC' ? 'no space left on the device' : message.replace(/^[A-Z]+: |, write$/g, '');
    // A pipe that takes no more for now, as others left it: Node waits for it.
    if (code === 'EAGAIN') process.stdout.write(bytes.subarray(written));
    // Nobody reads on: nothing is wrong.
    else if (code !== 'EPIPE') {
      console.error(`error: cannot write to stdout: ${problem}`);
      process.exitCode = 1;
    }
  }
}

function runProgram() {
  const { existsSync } = require('node:fs');
  const { join } = require('node:path');
  const program = join(__dirname, '..', 'dist', programs.get(argv[0]) ?? 'cli.cjs');
  if (!existsSync(program)) {
    console.error(`error: tunnelctl is not built: ${program} is missing`);
    console.error('hint: run npm run build in the directory of the package');
    process.exitCode = 1;
    return;
  }
  const cache = cacheDirectory(process.env);
  if (cache === undefined) require(program);
  else if (Number.parseInt(process.versions.node, 10) < 22) {
    require('./code-cache.cjs').requireCached(program, cache);
  } else if (!require('./code-cache.cjs').isPlain(cache)) {
    require(program);
  } else {
    /** @type {typeof import('node:module') & { enableCompileCache?: (directory: string) => void }} */
    const nodeModule = require('node:module');
    nodeModule.enableCompileCache?.(cache);
    require(program);
  }
}

/**
 * Where compiled code is kept, or `undefined` where there is no place for it.
 * @param {NodeJS.ProcessEnv} env
 */
function cacheDirectory({ XDG_CACHE_HOME, HOME }) {
  const { isAbsolute, join } = require('node:path');
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'tunnelctl');
  return HOME ? join(HOME, '.cache', 'tunnelctl') : undefined;
}
