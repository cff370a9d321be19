#!/usr/bin/env node
'use strict';

// Starts the program, and does as little as possible before: every command pays for it. It is CommonJS, which starts
// 6 to 8 ms sooner than an ES module, and it has the program's compiled code kept from one start to the next
// (code-cache.cjs says why and how).

const { existsSync } = require('node:fs');
/** @type {typeof import('node:module') & { enableCompileCache?: (directory: string) => void }} */
const nodeModule = require('node:module');
const { isAbsolute, join } = require('node:path');

// Completion scripts ask on every press of a key: what answers them is a small program of its own.
const isCompletion = process.argv[2] === '__complete';
const program = join(__dirname, '..', 'dist', isCompletion ? 'complete.cjs' : 'cli.cjs');

if (!existsSync(program)) {
  console.error(`error: tunnelctl is not built: ${program} is missing`);
  console.error('hint: run npm run build in the directory of the package');
  process.exitCode = 1;
} else {
  const cache = cacheDirectory(process.env);
  if (cache === undefined) require(program);
  else if (nodeModule.enableCompileCache) {
    nodeModule.enableCompileCache(cache);
    require(program);
  } else {
    require('./code-cache.cjs').requireCached(program, cache);
  }
}

/**
 * Where compiled code is kept, or `undefined` where there is no place for it.
 * @param {NodeJS.ProcessEnv} env
 */
function cacheDirectory({ XDG_CACHE_HOME, HOME }) {
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'tunnelctl');
  return HOME ? join(HOME, '.cache', 'tunnelctl') : undefined;
}
