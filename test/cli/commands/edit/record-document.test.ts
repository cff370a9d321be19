import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument, wantedMembers } from '../../../../src/cli/commands/edit/edited-members.ts';
import { formatDocument } from '../../../../src/cli/commands/edit/record-document.ts';
import { bodyOfRecord } from '../../../../src/cli/operation/body/record-body.ts';
import { changesOf } from '../../../../src/cli/operation/changes/changes.ts';
import { type CatalogueEntry, catalogue, catalogueOf } from '../../../../src/contract/index.ts';
import { pathParameters } from '../../../../src/contract/schema/resource.ts';
import { withWidgets } from '../../../harness/invented-resource.ts';
import { servedDemo } from '../../../harness/served-demo.ts';

type Members = Record<string, unknown>;

const entryOf = (name: string, entries: readonly CatalogueEntry[] = catalogue) =>
  entries.find((entry) => entry.name === name) as CatalogueEntry;

/** What a record is in an editor. */
const show = (entry: CatalogueEntry, record: Members) => {
  const { members: body } = bodyOfRecord(entry, record);
  return formatDocument({ entry, target: { id: 'x_1' }, record, body });
};

describe('the document of a record', () => {
  it('reads as what it was made of, whatever stands in it', async () => {
    const entry = entryOf('endpoints.update');
    const pieces = [
      '\n',
      '\n\n',
      ' ',
      '\t',
      '#',
      ': ',
      '- ',
      '"',
      "'",
      '|',
      '%',
      '---',
      '\u001b[31m',
      '\u2028',
      '\r',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 8 })))
      .map((parts) => parts.join(''));
    const record = fc.record({ traffic_policy: text, metadata: text, description: text });
    await fc.assert(
      fc.asyncProperty(record, async (members) => {
        const { members: read } = await readDocument(show(entry, members));
        expect(read).toMatchObject(members);
      }),
    );
  });

  it('changes nothing as it stands, of every record of the demo account', async () => {
    const { call } = await servedDemo();
    const changing = catalogue.filter(
      ({ resource, operation: { method, body } }) =>
        (method === 'PATCH' || method === 'PUT') &&
        resource.operations.get !== undefined &&
        Object.keys(body?.properties ?? {}).length > 0,
    );
    let count = 0;
    for (const entry of changing) {
      const { resource, operation } = entry;
      const { list } = resource.operations;
      const found = list && (await call('GET', list.path));
      const records = (found?.[list?.list?.collection ?? ''] as Members[] | undefined) ?? [
        await call('GET', pathOf(entry)),
      ];
      for (const record of records) {
        const { members } = await readDocument(show(entry, record));
        const shown = bodyOfRecord(entry, record).members;
        const wanted = wantedMembers(operation.body ?? {}, shown, members);
        expect(changesOf(operation, wanted, record), entry.name).toEqual([]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  it('has a member that is not set as empty, or commented out where it cannot be', async () => {
    const entry = entryOf('widgets.update', catalogueOf(withWidgets));
    const record = { id: 'wdg_1', name: 'first', size: 3, is_public: false, tags: [], description: '' };
    const [, text = ''] = show(entry, record).split(/\n\n(.*)/s);
    expect(text).toBe(`# what it is called
name: first

# # its color; choices: red, green
# color: "red"

# how large it is
size: 3

# whether everybody sees it
is_public: false

# words about it
tags: []

# # when it ends
# expires_at:

# who may use it
policy_id: ""

# what it logs in with
login:
  # user of the login
  user: ""

  # # password of the login
  # password:

# what it is for, in words for people; at most 255 bytes
description: ""
`);
  });

  it('lets nothing of a record out of its comment', async () => {
    const entry = entryOf('endpoints.update');
    const record = {
      id: 'ep_1',
      url: 'https://a.example.com',
      description: 'x\nurl: https://evil.example.com',
    };
    const text = show(entry, record);
    expect(text.split('\n')[0]).toMatch(/^# Change a cloud endpoint: ep_1 .*x url: https:\/\/evil/);
    expect((await readDocument(text)).members).toMatchObject(record.description ? { url: record.url } : {});
  });
});

/** Where the first example of an operation has its object. */
function pathOf({ operation }: CatalogueEntry): string {
  const params = operation.examples[0]?.params ?? {};
  return pathParameters(operation).reduce(
    (path, name) => path.replace(`{${name}}`, params[name] ?? ''),
    operation.path,
  );
}
