import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagName } from '../../src/cli/operation/flags.ts';
import { commandWords } from '../../src/cli/words/command-words.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { bodyWith, secretMembers } from './secret-members.ts';

const newSecret = (what: string) => `canary-${what}-${randomBytes(12).toString('hex')}`;

/** In the forms in which a secret could be written down. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const forms = [secret, bytes.toString('hex'), ...inBase64, secret.split('').reverse().join('')];
  return [...forms.map((form) => Buffer.from(form)), Buffer.from(secret, 'utf16le')];
}

interface Written {
  readonly where: string;
  readonly content: Buffer;
}

function expectNowhere(secrets: ReadonlyMap<string, string>, written: readonly Written[]): void {
  for (const [what, secret] of secrets) {
    for (const form of formsOf(secret)) {
      const found = written.filter(({ content }) => content.includes(form)).map(({ where }) => where);
      expect(found, `${what} stands in`).toEqual([]);
    }
  }
}

const filesIn = (folder: string): Written[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile())
    .map((where) => ({ where, content: readFileSync(where) }));

describe('a secret', () => {
  it('is found in nothing that a session writes: data, journal, logs, output, errors, export', async () => {
    const folder = temporaryDirectory();
    const kept = join(folder, 'kept');
    const given = temporaryDirectory();
    const members = secretMembers();
    expect(members.length).toBeGreaterThanOrEqual(10);
    const secrets = new Map<string, string>();
    const plant = (what: string) => {
      const secret = newSecret(secrets.size.toString());
      secrets.set(what, secret);
      return secret;
    };

    // What only a seed brings: an authority's private key and the token of an API key.
    execFileSync('ssh-keygen', [
      '-q',
      '-t',
      'ed25519',
      '-N',
      '',
      '-C',
      'test',
      '-f',
      join(given, 'authority'),
    ]);
    const privateKey = readFileSync(join(given, 'authority'), 'utf8');
    secrets.set(
      'the private key of an authority',
      privateKey.split('\n').slice(2, 4).join('\n').slice(0, 80),
    );
    const seeded = randomBytes(20).toString('hex');
    secrets.set('the token of a seed', seeded);
    const id = `3${'0'.repeat(26)}`;
    const seed = {
      ssh_certificate_authorities: [{ private_key: privateKey }],
      api_keys: [{ id: `ak_${id}`, token: `${id}_${seeded}` }],
    };
    writeFileSync(join(given, 'seed.json'), JSON.stringify(seed));
    execFileSync('mkdir', [kept]);

    const data = join(kept, 'sandbox.db');
    const log = ['--log-level', 'debug', '--log-format', 'json'];
    const sandbox = await startServe(['--data', data, '--seed', join(given, 'seed.json'), ...log]);
    const written: Written[] = [];
    const listen = (where: string, stream: NodeJS.ReadableStream | null) =>
      stream?.on('data', (chunk: Buffer | string) => written.push({ where, content: Buffer.from(chunk) }));
    listen('stderr of serve', sandbox.process.stderr);
    listen('stdout of serve', sandbox.process.stdout);
    const token = sandbox.api_key ?? '';
    secrets.set('the first API key', token.split('_')[1] ?? '');

    const settings = {
      XDG_CONFIG_HOME: join(kept, 'config'),
      XDG_STATE_HOME: join(kept, 'state'),
      XDG_CACHE_HOME: join(kept, 'cache'),
      HOME: kept,
    };
    const run = async (
      args: readonly string[],
      options: { env?: Record<string, string>; input?: string } = {},
    ) => {
      const { env = {}, ...rest } = options;
      const outcome = await tunnelctl(args, { env: { ...sandbox.env, ...settings, ...env }, ...rest });
      const where = args.map((word) => word.slice(0, 40)).join(' ');
      written.push({ where: `stdout of ${where}`, content: Buffer.from(outcome.stdout) });
      written.push({ where: `stderr of ${where}`, content: Buffer.from(outcome.stderr) });
      return outcome;
    };

    // Every secret member of every operation, given in each way, changed, kept, and given wrongly.
    const ids = new Map<string, string>();
    for (const { entry, path } of members) {
      const name = `${entry.name} ${path.join('.')}`;
      const words = commandWords(entry).split(' ').slice(1);
      const secret = plant(name);
      const parameters = entry.verb === 'create' ? [] : [ids.get(path.join('.')) ?? ''];
      const { operation } = entry;
      if (!operation.body) throw new Error(`${entry.name} takes no body`);
      const flags = flagsFor(bodyWith(operation.body, path, 'SECRET'), []);
      const flag = flagName(path);
      const withSecret = (value: string) => flags.map((word, i) => (flags[i - 1] === flag ? value : word));
      writeFileSync(join(given, 'secret'), secret);
      const made = await run([
        ...words,
        ...parameters,
        ...withSecret(`@${join(given, 'secret')}`),
        '-o',
        'json',
        '--debug',
      ]);
      expect(made.exitCode, `${name}: ${made.stderr}`).toBe(0);
      expect(made.stdout, name).toContain('<SECRET>');
      if (entry.verb === 'create') ids.set(path.join('.'), (JSON.parse(made.stdout) as { id: string }).id);
      // Refused: too long, of the wrong type, beside a member that is not known, cut off.
      const wrong = plant(`${name}, refused`);
      const target = operation.path.replace(/\{\w+\}/, parameters[0] ?? '');
      const body = JSON.stringify(bodyWith(operation.body, path, wrong));
      for (const text of [
        JSON.stringify(bodyWith(operation.body, path, wrong.repeat(100))),
        body.replace(JSON.stringify(wrong), JSON.stringify({ [wrong]: wrong })),
        body.replace(JSON.stringify(wrong), JSON.stringify([wrong])),
        body.replace(/^\{/, `{"unknown":${JSON.stringify(wrong)},`),
        body.slice(0, -3),
        `${body}${wrong}`,
      ]) {
        const headers = {
          authorization: `Bearer ${token}`,
          'service-version': '2',
          'content-type': 'application/json',
        };
        const answer = await fetch(sandbox.url + target, { method: operation.method, headers, body: text });
        written.push({
          where: `the answer to ${text.slice(0, 30)}`,
          content: Buffer.from(await answer.text()),
        });
        expect(answer.status, name).toBe(400);
      }
    }

    // What shows records: each way to print one, the events and requests, and all of the account.
    const [first = ''] = ids.values();
    const resource = ['event-destinations'];
    const long = plant('a secret that is too long').repeat(100);
    const shown = await Promise.all([
      run([...resource, 'get', first, '-o', 'yaml', '--debug']),
      run([...resource, 'list', '-o', 'json']),
      run([...resource, 'list'], { env: { TUNNELCTL_DEBUG: '1' } }),
      run([...resource, 'create', '--format', 'json', '--target.metrics-target.api-key', long, '--debug']),
      run([...resource, 'create', '--format', 'json', '--target.metrics-target.api-key', '@-'], {
        input: long,
      }),
      run(['sandbox', 'events', '--data', data]),
      run(['sandbox', 'events', '--data', data, '-o', 'json']),
      run(['sandbox', 'requests']),
      run(['sandbox', 'export', join(kept, 'export.json'), '--data', data]),
    ]);
    expect(shown.map(({ exitCode }) => exitCode)).toEqual([
      0,
      0,
      0,
      expect.any(Number),
      expect.any(Number),
      0,
      0,
      0,
      0,
    ]);

    // Keys: shown once where they are made, and nowhere else; also those that are wrong or gone.
    const made = await tunnelctl(['api-keys', 'create', '-o', 'json'], {
      env: { ...sandbox.env, ...settings },
    });
    const key = JSON.parse(made.stdout) as { id: string; token: string };
    secrets.set('another API key', key.token.split('_')[1] ?? '');
    const mistyped = plant('a mistyped API key').replaceAll('-', '');
    secrets.set('a mistyped API key', mistyped);
    await run(['endpoints', 'list', '--api-key', key.token, '--debug']);
    await run(['api-keys', 'get', key.id, '--debug']);
    await run(['api-keys', 'delete', key.id, '--yes', '--debug']);
    const gone = await run(['endpoints', 'list', '--debug'], { env: { TUNNELCTL_API_KEY: key.token } });
    expect(gone).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('ERR_DELETED_API_KEY') });
    const unknown = await run(['endpoints', 'list', '--debug'], {
      env: { TUNNELCTL_API_KEY: `${id}_${mistyped}` },
    });
    expect(unknown).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('ERR_UNKNOWN_API_KEY') });

    expectNowhere(secrets, [...written, ...filesIn(kept)]);
    expect(
      written.some(
        ({ where, content }) => where === 'stderr of serve' && content.includes('event-destinations'),
      ),
    ).toBe(true);
    // The search does find what stands in the files.
    expect(filesIn(kept).some(({ content }) => content.includes(first))).toBe(true);
    await sandbox.end('SIGTERM');
    expectNowhere(secrets, [...written, ...filesIn(kept)]);

    // The key that opens them is for the owner of the data alone; whoever has it may ask for them.
    expect(statSync(`${data}.key`).mode & 0o777).toBe(0o600);
    const whole = await tunnelctl(['sandbox', 'export', '-', '--data', data, '--with-secrets'], {
      env: settings,
    });
    expect(whole.stdout).toContain(
      secrets.get(`${members.at(-1)?.entry.name} ${members.at(-1)?.path.join('.')}`),
    );
  });
});

function flagsFor(value: Record<string, unknown>, path: readonly string[]): string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && member !== null
      ? flagsFor(member as Record<string, unknown>, [...path, name])
      : [flagName([...path, name]), String(member)],
  );
}
