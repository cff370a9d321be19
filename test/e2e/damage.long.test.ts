import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apiClient } from '../harness/api-client.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { type DamageProof, proveDamage } from './damage-proof.ts';

const small = { endpoints: 400, metadata: 700, hasLog: false };
/** More than 32 MiB, which is looked at in a process of its own. */
const large = { endpoints: 7_600, metadata: 4_000, hasLog: false };
/** Places of all proofs together: a sixth of it each. */
const places = Math.ceil(Number(process.env.DAMAGE_PLACES ?? 240) / 6);

const proofs: [string, DamageProof][] = [
  ['of a small file', { ...small, places, target: 'anywhere' }],
  ['of the first pages', { ...small, places, target: 'beginning' }],
  ['of a file with a write-ahead log', { ...small, places, hasLog: true, target: 'anywhere' }],
  ['of a write-ahead log', { ...small, places, hasLog: true, target: 'log' }],
  [
    'of a write-ahead log without its index',
    { ...small, places, hasLog: true, isIndexLost: true, target: 'log' },
  ],
  ['of a large file', { ...large, places, target: 'anywhere' }],
];

it.each(proofs)(
  'damage at random places %s is refused, told, or changes nothing that is read',
  async (where, proof) => {
    const outcomes = await proveDamage(proof);
    if (process.env.DAMAGE_PLACES !== undefined) console.log(where, outcomes);
    expect(outcomes).not.toEqual({});
    const shown = process.env.DAMAGE_PLACE === undefined ? proof.places : 1;
    expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(shown);
  },
);

it('sandbox check finds a file sound that a service writes to meanwhile', async () => {
  const data = join(temporaryDirectory(), 'sandbox.db');
  const sandbox = await startServe(['--data', data]);
  const call = apiClient(sandbox.url, sandbox.api_key, 4);
  let isDone = false;
  const writers = [1, 2, 3, 4].map(async (writer) => {
    for (let n = 0; !isDone; n++) {
      const body = { url: `https://w${writer}-${n}.example.com`, metadata: 'w'.repeat(2_000) };
      expect((await call('POST', '/endpoints', body)).status).toBe(201);
    }
  });
  for (let n = 0; n < 8; n++) {
    expect(await tunnelctl(['sandbox', 'check', '--data', data])).toMatchObject({ exitCode: 0, stderr: '' });
  }
  isDone = true;
  await Promise.all(writers);
});
