#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const nodeModule = require('node:module');
const { isAbsolute, join } = require('node:path');

const program = join(__dirname, '..', 'dist', 'cli.cjs');

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

/** Where compiled code is kept from one start to the next; a third of the start-up is compiling. */
function cacheDirectory({ XDG_CACHE_HOME, HOME }) {
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, 'tunnelctl');
  return HOME ? join(HOME, '.cache', 'tunnelctl') : undefined;
}
