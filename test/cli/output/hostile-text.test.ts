import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { apiKey, errorBody, page } from '../../client/records.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** The one-byte CSI, with a colour; what turns a line around; a carriage return; what ends a line elsewhere. */
const hostile = 'a\u009b31m\u202eb\rc\u2028d\u0007';

/** What a terminal obeys. Line breaks and tabs are wanted, or spelled out. */
const obeyed = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;

let cwd: string;
const env = { NO_COLOR: '1', TUNNELCTL_CONFIG_DIR: '.' };
const run = (argv: readonly string[], surroundings: Surroundings = {}) =>
  runCli(argv, { cwd, ...surroundings, env: { ...env, ...surroundings.env } });
const sandbox = (...argv: string[]) => ['--sandbox', '--data', 'a.db', ...argv];

beforeAll(async () => {
  cwd = temporaryDirectory((remove) => void remove);
  expect(await run(sandbox('api-keys', 'create', '--description', hostile))).toMatchObject({ exitCode: 0 });
  expect(await run(['config', 'set', 'pager', `less ${hostile}`])).toMatchObject({ exitCode: 0 });
});

describe('nothing that a terminal obeys comes from elsewhere', () => {
  const formats = ['table', 'wide', 'json', 'jsonl', 'yaml', 'csv'];
  it.each<string[]>([
    ...formats.map((format) => sandbox('api-keys', 'list', '-o', format)),
    ...formats.map((format) => sandbox('api-keys', 'list', '-o', format, '--query', '[].description')),
    ...formats.map((format) =>
      sandbox('api-keys', 'list', '-o', format, '--query', '[].{"\u009b": description}'),
    ),
    sandbox('api-keys', 'list', '-o', 'raw', '--columns', 'description'),
    sandbox('api-keys', 'get', hostile),
    sandbox('api-keys', 'list', '--debug'),
    sandbox('api-keys', 'update', hostile, '--description', `${hostile}!`, '--diff', '--dry-run'),
    sandbox('api', '/api_keys', '-i'),
    sandbox('api', '/api_keys', '--query', 'keys[0].description'),
    sandbox('sandbox', 'events', '--columns', 'object.description'),
    sandbox('sandbox', 'events', '-o', 'csv'),
    sandbox('sandbox', 'export', '-'),
    sandbox('sandbox', 'export', '-', '-o', 'json'),
    ['--sandbox', '--data', `${hostile}.db`, 'sandbox', 'path'],
    ['config', 'list'],
    ['config', 'get', 'pager'],
    ['whoami'],
  ])('on a terminal: %s %s %s %s %s %s %s %s', async (...words) => {
    const argv = words.filter((word) => word !== undefined);
    const { stdout, stderr } = await run(argv, { isTTY: true });
    expect(stdout + stderr).toContain(argv.includes('whoami') ? 'error' : '\\u009b');
    expect(stdout + stderr).not.toMatch(obeyed);
  });

  const base = { TUNNELCTL_BASE_URL: 'http://127.0.0.1:1', TUNNELCTL_API_KEY: 'k' };
  it.each<string[]>([
    ['api-keys', 'create', '--description', hostile, '--dry-run'],
    ...['json', 'jsonl', 'yaml'].map((format) => [
      ...['api-keys', 'create', '--description', hostile, '--dry-run', '-o', format],
    ]),
    ['api-keys', 'create', '--description', hostile, '--curl'],
    ['api', 'POST', '/x', '-f', `a=${hostile}`, '--curl'],
    ['api', 'POST', '/x', '-H', 'X-A: \u009b', '--dry-run'],
    ['explain', hostile],
    ['endpoints', 'list', '--columns', hostile],
    ['endpoints', 'list', '--where', hostile],
    ['endpoints', 'list', '--query', `[${hostile}`],
    ['endpoints', 'create', '--url', hostile],
    ['endpoints', 'create', '--url', `@${hostile}`],
    ['endpoints', hostile],
    [hostile],
    ['endpoints', 'list', `--${hostile}`],
    ['endpoints', 'list', '--profile', hostile],
    ['endpoints', 'create', '--from-file', hostile],
    ['sandbox', 'exec', '--', hostile],
  ])('on a terminal: %s %s %s %s %s %s', async (...words) => {
    const argv = words.filter((word) => word !== undefined);
    for (const debug of [{}, { TUNNELCTL_DEBUG: '1' }]) {
      const { stdout, stderr } = await run(argv, { isTTY: true, env: { ...base, ...debug } });
      expect((stdout + stderr).length).toBeGreaterThan(0);
      expect(stdout + stderr).not.toMatch(obeyed);
    }
  });

  it('in what a service answers, whatever of it is told', async () => {
    const answers = [
      { status: 400, body: errorBody(`ERR_${hostile}`, 400, hostile) },
      { status: 200, body: hostile },
      { status: 503, headers: { 'content-type': 'text/html' }, body: hostile },
      {
        status: 200,
        body: page('keys', [apiKey('ak_1', hostile)], `https://x.example/?before_id=${hostile}`),
      },
    ];
    for (const answer of answers) {
      const { baseUrl } = await recordingService(answer);
      for (const argv of [
        ['api-keys', 'list', '--debug', '--retries', '0'],
        ['api', '/api_keys', '--debug', '--retries', '0'],
      ]) {
        const { stdout, stderr } = await run(argv, {
          isTTY: true,
          env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' },
        });
        expect(stdout + stderr).toMatch(/\\u009b|are not JSON/);
        expect(stdout + stderr).not.toMatch(obeyed);
      }
    }
  });
});

describe('on a pipe', () => {
  it('an export is byte for byte what comes back', async () => {
    for (const format of ['yaml', 'json']) {
      const { stdout } = await run(sandbox('sandbox', 'export', '-', '-o', format));
      await run(sandbox('sandbox', 'export', `out.${format}`));
      expect(stdout).toBe(readFileSync(join(cwd, `out.${format}`), 'utf8'));
      const copy = ['--sandbox', '--data', `copy-${format}.db`];
      expect(await run([...copy, 'sandbox', 'import', '-'], { stdin: stdout })).toMatchObject({
        exitCode: 0,
      });
      const text = await run([...copy, 'api-keys', 'list', '-o', 'raw', '--columns', 'description']);
      expect(text.stdout).toContain(`${hostile}\n`);
    }
  });
});
