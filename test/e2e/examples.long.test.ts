import { beforeAll, describe, expect, it } from 'vitest';
import { doneSchema } from '../../src/cli/operation/notices.ts';
import { exampleKeys } from '../../src/contract/examples/example-keys.ts';
import { catalogue } from '../../src/contract/index.ts';
import { pathParameters, responseSchema } from '../../src/contract/schema/resource.ts';
import type { ObjectSchema } from '../../src/contract/schema/schema.ts';
import { formatProblem, validate } from '../../src/contract/schema/validate.ts';
import { isInstalled } from '../cli/completion/in-shells.ts';
import { type ExampleAccount, openExampleAccount } from '../harness/example-account.ts';
import { allExamples, type Example } from '../harness/examples.ts';
import { type ExampleOutcome, runExample, shellOf } from '../harness/run-example.ts';
import { hasTmux } from '../harness/terminal.ts';

// Every example of every command and topic, as help shows it, run by a shell through the built program against a
// served demo account. Those of operations are held to the contract: they make its request and print its answer.

const examples = await allExamples();

let account: ExampleAccount;
beforeAll(async () => {
  account = await openExampleAccount();
  return account.close;
});

const entryOf = ({ command }: Example) => catalogue.find(({ name }) => name.replaceAll('.', ' ') === command);

const operationOf = (example: Example) => entryOf(example)?.operation;

/** The example of the contract that help shows so, if it is one. */
const sourceOf = (example: Example) => operationOf(example)?.examples[example.index];

/** Contents that a body takes from files, by the names that help gives them. */
function filesOf(schema: ObjectSchema | undefined, value: unknown): Record<string, string> {
  const members = Object.entries(schema?.properties ?? {}) as [string, ObjectSchema][];
  const files = members.map(([name, member]) => {
    const content = (value as Record<string, unknown> | undefined)?.[name];
    const file = member['x-file'];
    return file !== undefined && typeof content === 'string' ? { [file]: content } : filesOf(member, content);
  });
  return Object.assign({}, ...files);
}

/** All of them, for what topics show. */
const contractFiles: Record<string, string> = Object.assign(
  {},
  ...catalogue.flatMap(({ operation }) =>
    operation.examples.map((example) => filesOf(operation.body, example.body)),
  ),
);

/** A certificate that is about to expire, for the commands that ask whether it should be renewed. */
async function certificateFor({ command }: Example): Promise<Record<string, string>> {
  const kind = /^(ssh-\w+-certificates) needs-renewal$/.exec(command)?.[1];
  const operation = catalogue.find(({ name }) => name === `${kind}.create`)?.operation;
  if (operation === undefined) return renewableFor(command);
  const [valid_after, valid_until] = [-60, 10].map((minutes) => new Date(Date.now() + minutes * 60_000));
  const body = { ...operation.examples[0]?.body, valid_after, valid_until };
  const { certificate } = await account.call('POST', operation.path, body);
  return { 'id_ed25519-cert.pub': String(certificate) };
}

/** A certificate of the account as it is at the start, whose record an example finds, for what renews it. */
async function renewableFor(command: string): Promise<Record<string, string>> {
  const kind = /^(ssh-\w+-certificates) renew$/.exec(command)?.[1];
  const operation = catalogue.find(({ name }) => name === `${kind}.get`)?.operation;
  if (operation === undefined) return {};
  await account.restore();
  const id = operation.examples[0]?.params?.id ?? '';
  const { certificate } = await account.call('GET', operation.path.replace('{id}', id));
  const names = ['id_ed25519-cert.pub', 'ssh_host_ed25519_key-cert.pub'];
  return Object.fromEntries(names.map((name) => [name, String(certificate)]));
}

/** Makes sure that an example of the contract made its request, and printed what the API answers. */
function expectContract(example: Example, { stdout, requests }: ExampleOutcome): void {
  const entry = entryOf(example);
  const source = sourceOf(example);
  if (entry === undefined || source === undefined) return;
  const { operation } = entry;
  const target = pathParameters(operation).reduce(
    (path, name) => path.replace(`{${name}}`, source.params?.[name] ?? ''),
    operation.path,
  );
  const request = { method: operation.method, target, body: operation.body && (source.body ?? {}) };
  // Before it asks whether it may, it looks at what will go.
  expect(stdout === undefined ? requests.slice(-1) : requests).toEqual([request]);
  if (stdout === undefined) return;
  const schema = operation.list?.item ?? responseSchema(operation) ?? doneSchema(entry);
  const results: unknown[] = [JSON.parse(stdout)].flat();
  expect(results.flatMap((one) => validate(schema, one)).map(formatProblem)).toEqual([]);
}

describe('help', () => {
  it('has examples of every operation', () => {
    const shown = new Set(examples.map(({ command }) => command));
    const without = catalogue.filter(({ name }) => !shown.has(name.replaceAll('.', ' ')));
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

describe('an example runs as help shows it', () => {
  const titled = examples.map((example) => [`${example.command}: ${example.summary}`, example] as const);

  it.for(titled)('%s', async ([, example], context) => {
    const [shell = ''] = shellOf(example);
    if (shell !== 'bash' && !isInstalled(shell)) return context.skip(`needs ${shell}`);
    if (!hasTmux) return context.skip('needs tmux');
    const files = {
      ...contractFiles,
      'key.txt': account.key,
      'id_ed25519.pub': exampleKeys.ed25519,
      'test.sh': '#!/bin/sh\nexec tunnelctl endpoints list',
      ...(await certificateFor(example)),
      ...filesOf(operationOf(example)?.body, sourceOf(example)?.body),
    };
    const variables: Record<string, string> = sourceOf(example) ? { TUNNELCTL_OUTPUT: 'json' } : {};
    const outcome = await runExample(example, account, files, variables);
    const { exitCode, isInterrupted } = outcome;
    expect(exitCode, outcome.said).toBeOneOf(isInterrupted ? [0, 130] : [0]);
    expectContract(example, outcome);
  });
});
