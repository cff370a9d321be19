import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { type Answer, type RecordedRequest, recordingService } from '../../client/recording-service.ts';
import { endpoint, errorBody, page } from '../../client/records.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const id = (name: string) => `ep_${name.padEnd(27, '0')}`;
const app = id('3Kapp');
const [shopNew, shopOld] = [id('3Kshop2'), id('3Kshop1')];

const records = [
  endpoint(shopNew, { url: 'https://shop.example.com', description: 'spring sale' }),
  endpoint(shopOld, { url: 'https://shop.example.com', description: 'shop' }),
  endpoint(app, { url: 'https://app.example.com', description: 'application' }),
];

const credentials = [exampleKeys.ed25519, exampleKeys.ecdsa].map((key, i) => ({
  id: `sshcr_${String(i).padEnd(27, '0')}`,
  uri: 'https://x',
  created_at: '2026-11-21T08:00:00Z',
  description: `laptop ${i}`,
  metadata: '',
  public_key: key,
  acl: [],
  owner_id: 'usr_1',
}));

/** An account with three endpoints and two credentials. */
const account: (request: RecordedRequest) => Answer = ({ method, target }) => {
  const { pathname, searchParams } = new URL(target, 'http://x');
  const [, collection = '', name] = pathname.split('/');
  const all: { id: string }[] = collection === 'endpoints' ? records : credentials;
  if (name === undefined) {
    const before = searchParams.get('before_id') ?? '~';
    return {
      body: page(
        collection,
        all.filter((one) => one.id < before),
      ),
    };
  }
  const found = all.find((one) => one.id === decodeURIComponent(name));
  if (found === undefined) return { status: 404, body: errorBody('ERR_NOT_FOUND', 404, 'there is none') };
  return method === 'DELETE' ? { status: 204 } : { body: found };
};

async function run(line: readonly string[], surroundings: Surroundings = {}) {
  const { baseUrl, requests } = await recordingService(account);
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', ...surroundings.env };
  const outcome = await runCli(line, { ...surroundings, env });
  return { ...outcome, requests: requests.map(({ method, target }) => `${method} ${target}`) };
}

const get = (name: string, ...rest: string[]) => run(['endpoints', 'get', name, '-o', 'id', ...rest]);

describe('in place of an id', () => {
  it('stands a URL, in any spelling of it', async () => {
    const { stdout, stderr, requests } = await get('HTTPS://App.example.com:443/');
    expect({ stdout, stderr }).toEqual({ stdout: `${app}\n`, stderr: '' });
    expect(requests).toEqual(['GET /endpoints', `GET /endpoints/${app}`]);
  });

  it('may be gone already, where that is as good, whatever it was called', async () => {
    const remove = (name: string, ...rest: string[]) =>
      run(['endpoints', 'delete', name, '--ignore-not-found', ...rest]);
    expect(await remove('https://gone.example.com', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'not found: https://gone.example.com\n',
    });
    expect(await remove('winter sale', 'spring sale', '--yes')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/not found: winter sale\n(.*\n)*deleted spring sale\n/),
    });
    expect(await remove('https://shop.example.com', '--yes')).toMatchObject({ exitCode: 9 });
  });

  it('stands a description, be it one word or more', async () => {
    expect((await get('spring sale')).stdout).toBe(`${shopNew}\n`);
    // A word may be an id, so the service is asked first whether it is one.
    const { stdout, requests } = await get('application');
    expect(stdout).toBe(`${app}\n`);
    expect(requests).toEqual(['GET /endpoints/application', 'GET /endpoints', `GET /endpoints/${app}`]);
  });

  it('stands the beginning of an id that no other has, found without reading the whole list', async () => {
    const { stdout, requests } = await get(app.slice(0, 8));
    expect(stdout).toBe(`${app}\n`);
    expect(requests[1]).toBe(`GET /endpoints?before_id=${app.slice(0, 8).padEnd(30, 'z')}`);
  });

  it('stands the file of a public key, or the key itself', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'id.pub'), `${exampleKeys.ecdsa} another comment\n`);
    for (const name of ['@id.pub', 'id.pub', `${exampleKeys.ecdsa} x`]) {
      const { stdout } = await run(['ssh-credentials', 'get', name, '-o', 'id'], { cwd });
      expect(stdout, name).toBe(`${credentials[1]?.id}\n`);
    }
    const missing = await run(['ssh-credentials', 'get', '@none.pub'], { cwd });
    expect(missing).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('costs nothing where it is a whole id, of this kind or another', async () => {
    expect((await get(app)).requests).toEqual([`GET /endpoints/${app}`]);
    const other = `ak_${'1'.repeat(27)}`;
    expect((await get(other)).requests).toEqual([`GET /endpoints/${other}`]);
  });
});

describe('what several are known by', () => {
  it('is an error of its own that lists them', async () => {
    expect(await get('https://shop.example.com')).toEqual({
      exitCode: 9,
      stdout: '',
      stderr:
        'error: "https://shop.example.com" is 2 of the endpoints:\n' +
        `       ${shopNew}  https://shop.example.com  cloud  public\n` +
        `       ${shopOld}  https://shop.example.com  cloud  public\n` +
        'hint: give the id of the one that is meant\n',
      requests: ['GET /endpoints'],
    });
    const beginning = await run(['endpoints', 'get', 'ep_3Kshop', '--json']);
    expect(JSON.parse(beginning.stderr).error).toMatchObject({
      code: 'AMBIGUOUS_ID',
      next: [`tunnelctl endpoints get ${shopNew}`, `tunnelctl endpoints get ${shopOld}`],
    });
  });

  it('is never deleted, alone or among others', async () => {
    const { exitCode, requests } = await run(['endpoints', 'delete', 'https://shop.example.com', '--yes']);
    expect(exitCode).toBe(9);
    expect(requests).toEqual(['GET /endpoints']);
    const many = await run(['endpoints', 'delete', '-', '--yes'], { stdin: `ep_3Kshop\n${app}\n` });
    expect(many.exitCode).toBe(9);
    expect(many.requests.filter((one) => one.startsWith('DELETE'))).toEqual([
      'DELETE /endpoints/ep_3Kshop',
      `DELETE /endpoints/${app}`,
    ]);
  });
});

describe('before something is changed', () => {
  it('it is said which record is meant', async () => {
    const { stderr, exitCode, requests } = await run([
      'endpoints',
      'delete',
      'https://app.example.com',
      '-y',
    ]);
    expect({ stderr, exitCode }).toEqual({
      exitCode: 0,
      stderr:
        `"https://app.example.com" is ${app}  https://app.example.com  cloud  public\n` +
        'deleted https://app.example.com\n',
    });
    expect(requests).toEqual(['GET /endpoints', `DELETE /endpoints/${app}`]);
  });

  it('a beginning of a few characters, as an unset variable leaves it, means nothing', async () => {
    for (const name of ['ep_', 'ep_3Kap']) {
      const { exitCode, requests } = await run(['endpoints', 'delete', name, '--yes']);
      expect({ exitCode, requests }).toEqual({ exitCode: 3, requests: [`DELETE /endpoints/${name}`] });
    }
    expect(await run(['endpoints', 'delete', '', '--yes'])).toMatchObject({ exitCode: 2, requests: [] });
  });
});

describe('what nothing is known by', () => {
  it('is not found, and it is said what would do', async () => {
    expect(await get('https://nowhere.example.com')).toMatchObject({
      exitCode: 3,
      stderr:
        'error: none of the endpoints is "https://nowhere.example.com"\n' +
        'hint: give what it is known by: its id, whole or its beginning, description, url\n',
    });
    // What the service says of a word stays.
    expect(await get('nothing')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('ERR_NOT_FOUND'),
    });
  });
});

describe('--exact-ids', () => {
  it('takes an argument as it stands, and so does the environment', async () => {
    for (const surroundings of [{}, { env: { TUNNELCTL_EXACT_IDS: '1' } }]) {
      const option = 'env' in surroundings ? [] : ['--exact-ids'];
      const { exitCode, requests } = await run(
        ['endpoints', 'delete', 'https://app.example.com', '--yes', ...option],
        surroundings,
      );
      expect({ exitCode, requests }).toEqual({
        exitCode: 3,
        requests: ['DELETE /endpoints/https%3A%2F%2Fapp.example.com'],
      });
    }
  });
});

it('a preview, which asks nobody, takes ids alone', async () => {
  const { exitCode, stderr, requests } = await run([
    'endpoints',
    'get',
    'https://app.example.com',
    '--dry-run',
  ]);
  expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  expect(stderr).toContain('<id> "https://app.example.com" is no id, and to print a request nobody is asked');
});

it('wait takes what a record is known by, and waits for one that does not exist yet', async () => {
  const wait = (...rest: string[]) => run(['endpoints', 'wait', ...rest, '-o', 'id', '--wait-timeout', '1s']);
  expect(await wait('https://app.example.com', '--for', 'exists')).toMatchObject({
    exitCode: 0,
    stdout: `${app}\n`,
  });
  expect(await wait('https://new.example.com', '--for', 'exists')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('does not exist after 1 s'),
  });
});
