// Makes schema-N.db, a data file of the schema that a built program writes, with the key that its secrets are sealed
// with and what the program itself lists of it. Run once for each schema, by the last program that writes it:
//
//   node test/store/files/make-fixture.mjs [launcher]
//
// A file that stands there is never made anew: it shows what users of that version have on their disks.
import { execFileSync, spawn } from 'node:child_process';
import { constants, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const here = import.meta.dirname;
const launcher = process.argv[2] ?? join(here, '../../../bin/tunnelctl.cjs');
const directory = mkdtempSync(join(tmpdir(), 'tunnelctl-fixture-'));
const data = join(directory, 'sandbox.db');

try {
  const env = { PATH: process.env.PATH, HOME: directory };
  const service = spawn(
    process.execPath,
    [launcher, 'serve', '--data', data, '--port', '0', '--print', 'json', '--seed', 'demo'],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => service.once('exit', resolve));
  const announcement = await new Promise((resolve) => createInterface(service.stdout).once('line', resolve));
  const { url, api_key } = JSON.parse(announcement);
  /** @param {string[]} args */
  const run = (...args) =>
    execFileSync(process.execPath, [launcher, ...args], {
      env: { ...env, TUNNELCTL_BASE_URL: url, TUNNELCTL_API_KEY: api_key },
      encoding: 'utf8',
    });
  run('endpoints', 'create', '--url', 'https://fixture.example.com', '--description', 'made through the API');
  run('endpoints', 'create', '--url', 'tcp://tcp.example.com:9000');
  const deleted = JSON.parse(run('api-keys', 'create', '-o', 'json'));
  // Through the API: whether the command asks first differs between versions.
  await fetch(`${url}/api_keys/${deleted.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${api_key}`, 'service-version': '2' },
  });
  service.kill('SIGTERM');
  await ended;

  /** @type {Record<string, unknown>} */
  const listed = {};
  for (const name of [
    'endpoints',
    'tunnels',
    'tunnel-sessions',
    'ssh-credentials',
    'ssh-user-certificates',
    'ssh-host-certificates',
    'api-keys',
    'kubernetes-operators',
    'event-destinations',
    'app users',
  ]) {
    const argv = ['--sandbox', '--data', data, ...name.split(' '), 'list', '-o', 'json'];
    listed[name] = JSON.parse(execFileSync(process.execPath, [launcher, ...argv], { env, encoding: 'utf8' }));
  }
  const version = readFileSync(data).readUInt32BE(60);
  const target = join(here, `schema-${version}`);
  copyFileSync(data, `${target}.db`, constants.COPYFILE_EXCL);
  copyFileSync(`${data}.key`, `${target}.db.key`, constants.COPYFILE_EXCL);
  const facts = { api_key, deleted_api_key: deleted.token, listed };
  writeFileSync(`${target}.json`, `${JSON.stringify(facts, null, 2)}\n`, { flag: 'wx' });
  console.log(`${target}.db`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
