import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifestSchema } from '../../../../src/contract/manifest/document-schema.ts';
import { manifestKinds } from '../../../../src/contract/manifest/kinds.ts';
import type { ObjectSchema, Schema } from '../../../../src/contract/schema/schema.ts';
import { accountDocumentSchema } from '../../../../src/hosting/document-schema.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { idOf } from '../../manifests/planned.ts';
import { manifestAccount } from './manifest-account.ts';

interface Json {
  [name: string]: unknown;
}

async function printedSchema(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(['manifest', 'schema', ...words]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

/** The standard validator, which takes nothing that JSON Schema does not have. */
function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  for (const format of ['date-time', 'uri']) ajv.addFormat(format, /^\d{4}-|^https?:/);
  return ajv;
}

const compile = (schema: object): ValidateFunction => strictAjv().compile(schema);

/** A reference as documents have it. */
const reference = (name: string) => `$\u007benv:${name}}`;

/** Every schema within one, with the path to it. */
function* partsOf(schema: Json, path = '$'): Generator<[path: string, schema: Json]> {
  yield [path, schema];
  if (schema.items !== undefined) yield* partsOf(schema.items as Json, `${path}[]`);
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Json)) {
    yield* partsOf(member as Json, `${path}.${name}`);
  }
}

describe('tunnelctl manifest schema', () => {
  it('is plain JSON Schema, as JSON and as YAML', async () => {
    const text = await printedSchema();
    const schema = JSON.parse(text);
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' });
    compile(schema);
    expect(parse(await printedSchema('-o', 'yaml'))).toEqual(schema);
  });

  it('takes a whole account, as an export has it', async () => {
    const accepts = compile(JSON.parse(await printedSchema()));
    const { stdout } = await (await manifestAccount('demo')).run(['sandbox', 'export', '-']);
    const account = parse(stdout);
    expect(Object.keys(account).length).toBeGreaterThan(15);
    expect(accepts(account), JSON.stringify(accepts.errors)).toBe(true);
    const head = { $schema: 'tunnelctl.schema.json', version: 1 };
    expect(accepts({ ...head, ...account }), JSON.stringify(accepts.errors)).toBe(true);
  });

  it('takes what export writes, and may lie beside it', async () => {
    const { run, read, write, directory } = await manifestAccount('demo');
    for (const words of [
      ['-f', 'account/', '--policies', 'account/policies'],
      ['-f', 'account.json'],
    ])
      expect(await run(['export', ...words])).toMatchObject({ exitCode: 0 });
    const accepts = compile(JSON.parse(await printedSchema()));
    const files = readdirSync(join(directory, 'account')).filter((name) => name.endsWith('.yml'));
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const text = read(`account/${file}`);
      expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/tunnelctl\.schema\.json\n/);
      expect([file, accepts(parse(text)), accepts.errors]).toEqual([file, true, null]);
    }
    const whole = JSON.parse(read('account.json'));
    expect(whole.$schema).toBe('./tunnelctl.schema.json');
    expect([accepts(whole), accepts.errors]).toEqual([true, null]);

    write('account/tunnelctl.schema.json', await printedSchema());
    const [variable = ''] = /EVENT_DESTINATION_\w+/.exec(read('account.json')) ?? [];
    const compared = await run(['diff', '-f', 'account/'], { env: { [variable]: 'a key' } });
    expect(compared).toMatchObject({ exitCode: 0, stderr: '' });
    // Nor does it look like a file of another account.
    expect(await run(['export', '-f', 'account/'])).not.toMatchObject({
      stderr: expect.stringContaining('from before'),
    });
  });

  it('takes a reference wherever a text may stand', async () => {
    const { $defs, ...schema } = JSON.parse(await printedSchema());
    const ajv = strictAjv();
    let texts = 0;
    for (const [path, part] of partsOf(schema)) {
      if (![part.type].flat().includes('string')) continue;
      texts += 1;
      const accepts = ajv.compile({ $defs, ...part });
      expect([path, accepts(reference('NAME'))]).toEqual([path, true]);
      expect([path, accepts(`https://$\u007bvar:host}.example.com`)]).toEqual([path, true]);
      expect([path, accepts(1)]).toEqual([path, false]);
    }
    expect(texts).toBeGreaterThan(100);
  });

  it('refuses what nothing of a document can be', async () => {
    const accepts = compile(JSON.parse(await printedSchema()));
    expect(accepts({})).toBe(true);
    for (const wrong of [
      { endpoint: [] },
      { endpoints: [{ url: 1 }] },
      { endpoints: [{ description: 'without a url' }] },
      { endpoints: [{ url: 'https://a.example.com', colour: 'red' }] },
      { endpoints: [{ url: 'https://a.example.com', bindings: 'public' }] },
      { endpoints: [{ url: 'https://a.example.com', id: 'ep_short' }] },
      { version: 2 },
    ]) {
      expect([wrong, accepts(wrong)]).toEqual([wrong, false]);
    }
  });

  it('takes words in any letter case where the API does', async () => {
    const accepts = compile(JSON.parse(await printedSchema()));
    const destination = (format: string) => ({
      event_destinations: [{ format, target: { metrics_target: { api_key: 'k' } } }],
    });
    for (const format of ['json', 'JSON', 'Json', reference('FORMAT')])
      expect(accepts(destination(format))).toBe(true);
    expect(accepts(destination('xml'))).toBe(false);
  });

  it('describes each member', async () => {
    for (const [path, part] of partsOf(JSON.parse(await printedSchema()))) {
      if (/\.\w+$/.test(path)) expect([path, part.description]).toEqual([path, expect.any(String)]);
    }
  });
});

describe('seeds and manifests', () => {
  /** What a manifest may have and a seed may not. */
  function refusedBySeeds(manifest: ObjectSchema, seed: ObjectSchema | undefined, path: string): string[] {
    if (seed === undefined) return [`${path} is unknown`];
    const { properties = {}, items, required = [], title: _title, description: _words, ...rest } = manifest;
    const narrower = Object.entries({ ...seed, properties: undefined, items: undefined }).filter(
      ([keyword, value]) =>
        value !== undefined &&
        !['title', 'description', 'required', 'default'].includes(keyword) &&
        JSON.stringify(value) !== JSON.stringify((rest as Json)[keyword]),
    );
    const missing = (seed.required ?? []).filter((name) => !required.includes(name));
    const within = Object.entries<Schema>(properties).flatMap(([name, member]) =>
      refusedBySeeds(
        member as ObjectSchema,
        seed.properties?.[name] as ObjectSchema | undefined,
        `${path}.${name}`,
      ),
    );
    const ofItems =
      items === undefined
        ? []
        : refusedBySeeds(items as ObjectSchema, seed.items as ObjectSchema | undefined, `${path}[]`);
    return [
      ...narrower.map(([keyword]) => `${path} ${keyword}`),
      ...missing.map((name) => `${path}.${name} is required`),
      ...within,
      ...ofItems,
    ];
  }

  it('are one format: whatever a manifest may hold, a seed may', () => {
    expect(refusedBySeeds(manifestSchema(manifestKinds), accountDocumentSchema, '$')).toEqual([
      // Each event type comes once, and there are fewer.
      '$.event_subscriptions[].sources maxItems',
    ]);
  });

  const edge = idOf('edgtcp', 1);
  const [httpsEdge, route, subscription, policy] = [
    idOf('edghts', 2),
    idOf('edghtsrt', 3),
    idOf('esb', 4),
    idOf('ipp', 5),
  ];
  const document = `$schema: tunnelctl.schema.json
version: 1
endpoints:
  - url: https://a.example.com
    traffic_policy: |
      on_http_request: []
api_keys:
  - description: nightly
event_destinations:
  - description: metrics
    target: { metrics_target: { api_key: k } }
tcp_edges:
  - id: ${edge}
    ip_restriction: { enabled: true, ip_policy_ids: [${policy}] }
https_edges:
  - id: ${httpsEdge}
    routes:
      - id: ${route}
        user_agent_filter: { enabled: true, deny: [bot] }
event_subscriptions:
  - id: ${subscription}
    sources: [api_key_created.v0]
ip_policies:
  - id: ${policy}
`;

  it('say the same: of an account that was seeded with a manifest nothing differs from it', async () => {
    const { run, write } = await manifestAccount(document);
    write('account.yml', document);
    // The value of a secret is nothing that can be compared.
    const { exitCode, stdout } = await run(['diff', '-f', 'account.yml']);
    expect(stdout).toMatch(/\n\nno differences; 6 as they should be\n$/);
    expect(exitCode).toBe(0);
  });

  it('are one: a seed takes what export writes, secrets aside', async () => {
    const { stdout } = await (await manifestAccount('demo')).run(['export']);
    const { run, write } = await manifestAccount();
    write('account.yml', stdout);
    expect(await run(['sandbox', 'seed', 'account.yml'])).toMatchObject({ exitCode: 0 });
    const env = { [/EVENT_DESTINATION_\w+/.exec(stdout)?.[0] ?? '']: 'a key' };
    const { exitCode, stdout: differences } = await run(['diff', '-f', 'account.yml'], { env });
    expect([exitCode, differences]).toEqual([
      0,
      expect.stringMatching(/\n\nno differences; 12 as they should be\n$/),
    ]);
  });

  it('refuse the same form of another version, and name the line', async () => {
    const { run, write } = await manifestAccount();
    write('account.yml', '# ours\nversion: 2\nendpoints: []\n');
    const seeded = await run(['sandbox', 'seed', 'account.yml']);
    expect(seeded.stderr).toContain('account.yml:2: version must be 1');
    const applied = await run(['diff', '-f', 'account.yml']);
    expect(applied.stderr).toContain('account.yml:2: version is 2: this program reads version 1');
  });
});
