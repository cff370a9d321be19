import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readEach } from '../../../../src/cli/manifests/planning/account.ts';
import { createClient } from '../../../../src/client/client.ts';
import type { Transport } from '../../../../src/contract/http/message.ts';
import { resources } from '../../../../src/contract/index.ts';
import { manifestKinds } from '../../../../src/contract/manifest/kinds.ts';
import { openSandbox } from '../../../../src/hosting/in-process.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const baseUrl = 'http://sandbox.test';
const endpoints = manifestKinds.find(({ name }) => name === 'endpoints') as (typeof manifestKinds)[number];

/** A client for which somebody makes an endpoint before each of the first lists that are asked for after one. */
async function changingAccount(most: number) {
  const { transport, close } = await openSandbox({ file: join(temporaryDirectory(), 'a.db'), baseUrl });
  onTestFinished(close);
  const plain = createClient({ baseUrl, transport });
  let lists = 0;
  let made = 0;
  const make = () =>
    plain.send(resources.endpoints.operations.create, {}, { url: `https://e${made++}.example.com` });
  await make();
  const changing: Transport = async (request) => {
    lists += 1;
    if (lists > 1 && made <= most) await make();
    return transport(request);
  };
  return { client: createClient({ baseUrl, transport: changing }), made: () => made };
}

it('an account that changes while it is read is read with what came', async () => {
  const { client } = await changingAccount(2);
  const found = await readEach(client, endpoints, ({ record }) => record.url);
  expect(found).toEqual([0, 1, 2].map((n) => `https://e${n}.example.com`));
});

it('one that never stops to change is told, and not read for ever', async () => {
  const { client, made } = await changingAccount(1000);
  await expect(readEach(client, endpoints, ({ record }) => record.url)).rejects.toMatchObject({
    code: 'ACCOUNT_CHANGED',
  });
  expect(made()).toBeLessThan(20);
});
