import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientAuthorityOf } from '../../../src/account/certificates/x509/client-certificates.ts';
import { accountCollections, markFirstServe } from '../../../src/account/records/account.ts';
import { seedLists, seedSchemaOf } from '../../../src/account/seed/lists.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { DocumentError } from '../../../src/documents/problems.ts';
import { openAccountFile } from '../../../src/hosting/account-file.ts';
import { demoFiles, freshFile, type Seeded } from './seed-fixture.ts';
import { canaries, changeEverything, everyList, exported, rawContent } from './whole-account.ts';

const demoFile = demoFiles();

/** A demo account that was changed in every way, past the moment at which its agent is away. */
async function changedAccount(): Promise<Seeded & { token: string; deletedToken: string }> {
  const file = await demoFile();
  await clientAuthorityOf(file.service);
  await file.service.store.write(markFirstServe);
  const tokens = await changeEverything(file);
  return { ...file, ...tokens };
}

async function backAgain(file: Seeded, text: string) {
  const account = await openAccountFile(file.file);
  await account.reset();
  const report = await account.import({ name: 'export', text });
  await account.close();
  return report;
}

describe('an account exported with its secrets', () => {
  it.each(['yaml', 'json'] as const)(
    'comes back from %s as it was, row by row and answer by answer',
    async (format) => {
      const file = await changedAccount();
      // The agent that was restarted is back by now.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
      onTestFinished(() => void vi.useRealTimers());
      const before = { ...rawContent(file.file), lists: await everyList(file) };
      const text = await exported(file.file, { format, withSecrets: true });
      const report = await backAgain(file, text);
      expect(report).toMatchObject({
        accountId: demoIds.account.account,
        isTakenOver: true,
        missingSecrets: [],
      });
      expect(rawContent(file.file)).toEqual({ rows: before.rows, keys: before.keys });
      expect(Object.keys(before.lists).length).toBeGreaterThan(10);
      expect(await everyList(file)).toEqual(before.lists);
      expect(await exported(file.file, { format, withSecrets: true })).toBe(text);
    },
  );

  it('takes tokens, authorities and sealed secrets along to another file', async () => {
    const file = await changedAccount();
    const text = await exported(file.file, { withSecrets: true });
    for (const canary of canaries) expect(text).toContain(canary);
    const other = await freshFile();
    await backAgain(other, text);
    expect((await other.call({ method: 'GET' }, '/endpoints', undefined, file.token)).status).toBe(200);
    const deleted = await other.call({ method: 'GET' }, '/endpoints', undefined, file.deletedToken);
    expect(deleted.body.error_code).toBe('ERR_DELETED_API_KEY');
    expect(await everyList(other)).toEqual(await everyList(file));
    expect(rawContent(other.file)).toEqual(rawContent(file.file));
  });
});

describe('an account exported without secrets', () => {
  it('holds none, and comes back but for them', async () => {
    const file = await changedAccount();
    const before = rawContent(file.file);
    const text = await exported(file.file, { withSecrets: false });
    const secretTexts = before.rows.flatMap(({ data }) =>
      [...data.matchAll(/"(?:secretHash|sealedPrivateKey)":("(?:[^"\\]|\\.)+")/g)].map((match) =>
        JSON.parse(match[1] ?? ''),
      ),
    );
    expect(secretTexts.length).toBeGreaterThan(4);
    for (const secret of [...canaries, ...secretTexts, 'PRIVATE KEY', 'private_key', file.token.slice(28)]) {
      expect(text.includes(secret), secret).toBe(false);
    }

    const { missingSecrets, warnings } = await backAgain(file, text);
    expect(missingSecrets.map(({ member }) => member).sort()).toEqual([
      'target.cloud_logs_target.client_secret',
      'target.metrics_target.api_key',
      'target.metrics_target.api_key',
      'target.stream_target.auth.creds.cloud_secret_access_key',
    ]);
    expect(warnings[0]).toMatch(
      /^target\.\S+ of ed_\w+ is <SECRET> in the seed; give it again with tunnelctl event-destinations update ed_\w+$/,
    );

    const without = (rows: typeof before.rows) =>
      rows
        .filter(
          ({ collection, id }) =>
            collection !== 'deleted_api_keys' && !['served', 'client_authority'].includes(id),
        )
        .map(({ collection, id, data }) => {
          const { hidden, ...row } = JSON.parse(data);
          if (collection === 'api_keys' || collection === 'event_destinations')
            return { id, record: row.record };
          if (collection !== accountCollections.authorities) return { id, data };
          const { publicKey: _publicKey, sealedPrivateKey: _privateKey, ...rest } = row;
          return { id, ...rest };
        });
    const after = rawContent(file.file);
    expect(without(after.rows)).toEqual(without(before.rows));
    expect(after.keys).toEqual(before.keys);
    expect((await file.call({ method: 'GET' }, '/endpoints', undefined, file.token)).status).toBe(401);
  });

  it('gives authorities new keys of their kinds, which sign', async () => {
    const file = await demoFile();
    await backAgain(file, await exported(file.file, { withSecrets: false }));
    const rows = await file.service.store.list(accountCollections.authorities, { limit: 10 });
    expect(rows.map(({ data }) => String(data.publicKey).split(' ')[0])).toEqual([
      'ecdsa-sha2-nistp256',
      'ssh-ed25519',
    ]);
  });
});

describe('an export', () => {
  it('has every list of a seed, and only what the schema of seeds knows', async () => {
    const lists = Object.keys(seedSchemaOf(seedLists).properties ?? {}).filter(
      (name) => !['$schema', 'version', 'account'].includes(name),
    );
    expect(lists).toHaveLength(22);
    const text = await exported((await changedAccount()).file, { withSecrets: true });
    for (const list of lists) expect(text).toContain(`\n${list}:\n`);
  });

  it('says at its head whose account it is and what it lacks', async () => {
    const { file } = await demoFile();
    const head = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
    expect(head(await exported(file, { withSecrets: true }))).toEqual([
      `# tunnelctl: the account ${demoIds.account.account}, as tunnelctl sandbox import and serve --seed take it.`,
      expect.stringMatching(/^# It holds secrets: .* Keep it like a password\.$/),
    ]);
    expect(head(await exported(file, { withSecrets: false })).join('\n')).toMatch(
      /It holds no secrets[\s\S]*API keys[\s\S]*SSH certificate authorities[\s\S]*event destinations are <SECRET>[\s\S]*Deleted/,
    );
  });

  it('shows one moment, whatever is written meanwhile', async () => {
    const file = await demoFile();
    const before = await exported(file.file, { withSecrets: true });
    const account = await openAccountFile(file.file);
    let text = '';
    await file.service.store.snapshot(async (snapshot) => {
      await snapshot.get('endpoints', 'x');
      await file.call({ method: 'POST' }, '/endpoints', { url: 'https://late.example.com' });
      expect(await snapshot.find('endpoints', 'url', 'https://late.example.com')).toEqual([]);
      for await (const { id } of snapshot.rows('endpoints')) text += id;
    });
    expect(text.match(/ep_/g)).toHaveLength(14);
    await account.close();
    expect(await exported(file.file, { withSecrets: true })).not.toBe(before);
  });

  it('keeps an account in use as it is, and refuses what that has already', async () => {
    const text = await exported((await demoFile()).file, { withSecrets: true });
    const other = await freshFile();
    await other.call({ method: 'POST' }, '/endpoints', { url: 'https://own.example.com' });
    const { id: own } = (await other.service.store.get(accountCollections.settings, 'account'))?.data ?? {};
    const account = await openAccountFile(other.file);
    expect(await account.import({ name: 'a.yml', text })).toMatchObject({
      accountId: own,
      isTakenOver: false,
    });
    const rows = rawContent(other.file);
    const again = await account.import({ name: 'a.yml', text }).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(DocumentError);
    expect((again as Error).message).toMatch(
      /^a\.yml:\d+: users\[0\]\.id: "usr_\w+" already exists in this account$/m,
    );
    expect(rawContent(other.file)).toEqual(rows);
    await account.close();
  });
});

describe('a certificate that a seed brings along', () => {
  it.each([
    [
      'another key',
      { public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHJdNVh7PubT6CCpYpZh+5gsLAxFRJF3QdXA36gUEbJB x' },
      /public_key is not the key in the certificate/,
    ],
    ['other principals', { principals: ['root'] }, /principals are not those in the certificate/],
    ['another end', { valid_until: '2050-01-01T00:00:00Z' }, /valid_until is 20\S+Z in the certificate/],
    [
      'other options',
      { critical_options: { 'force-command': 'x' } },
      /critical_options are not those in the certificate/,
    ],
    ['junk', { certificate: 'junk' }, /certificate is not an SSH certificate/],
    ['another id', { id: 'sucrt_3KHTkB6oJg5NIowPiOVzSJsUDm0' }, /certificate was signed as sucrt_/],
  ])('must be what is said of it: %s', async (_, change, message) => {
    const text = await exported((await demoFile()).file, { format: 'json', withSecrets: true });
    const seed = JSON.parse(text);
    Object.assign(seed.ssh_user_certificates[0], change);
    const file = await freshFile();
    await expect(file.seed(JSON.stringify(seed))).rejects.toThrow(message);
  });

  it('is one that ssh-keygen still reads', async () => {
    const file = await demoFile();
    await backAgain(file, await exported(file.file, { withSecrets: true }));
    const { certificate } = await file.get(`/ssh_user_certificates/${demoIds.sshUserCertificates.alice}`);
    const path = join(file.file, '..', 'alice-cert.pub');
    writeFileSync(path, `${certificate}\n`);
    expect(execFileSync('ssh-keygen', ['-Lf', path], { encoding: 'utf8' })).toContain('alice');
    rmSync(path);
  });
});
