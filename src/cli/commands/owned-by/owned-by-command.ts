import type { Client, Page } from '../../../client/client.ts';
import { demoIds } from '../../../contract/examples/demo-ids.ts';
import { type CatalogueEntry, catalogue } from '../../../contract/index.ts';
import { memberAt } from '../../../contract/schema/member-path.ts';
import { ownerMembers, pathParameters } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import { connect } from '../../connect/connection.ts';
import { OWN, principalId, whereOption } from '../../filter/filter-options.ts';
import { filterRecords, formatLooked, type Looked } from '../../filter/record-filter.ts';
import { describeBesideId } from '../../output/describe-record.ts';
import { allOutputOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printList } from '../../output/print-list.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, repeatable } from '../../parser/options.ts';
import { choice } from '../../parser/value-types.ts';
import { resourceWords } from '../../words/command-words.ts';

/** A record of any kind that somebody owns. */
const owned = {
  type: 'object',
  required: ['kind', 'id', 'what', 'created_at'],
  properties: {
    kind: { type: 'string', description: 'the command that knows it, as ssh-credentials' },
    id: { type: 'string', description: 'its id' },
    what: { type: 'string', description: 'what tells it from others' },
    created_at: { type: 'string', format: 'date-time', description: 'when it was created' },
  },
} as const satisfies ObjectSchema;

/** The lists of everything that belongs to a user or bot, by what their records refer to. */
const listings = catalogue.filter(
  ({ operation }) =>
    operation.list !== undefined &&
    pathParameters(operation).length === 0 &&
    ownerMembers(operation.list.item).length > 0,
);

const kindOf = ({ resource }: CatalogueEntry) => resourceWords(resource).join(' ');

const { columns, query, sortBy, headers, csvSafe } = allOutputOptions;

/** `tunnelctl owned-by <user or bot>`: what somebody has, across all kinds. */
export const command = defineCommand({
  description:
    `Show everything that a user or bot owns: ${listings.map(kindOf).join(', ')}.\n\n` +
    'It only looks. With -o id it prints the ids alone, kind after kind; with --kind those of one kind, which its ' +
    'delete takes from stdin.',
  arguments: {
    principal: argument('<id|me>', 'id of the user or bot; me for the one whose key is used', principalId),
  },
  options: {
    kind: repeatable('--kind <resource>', 'show these kinds alone', choice(listings.map(kindOf))),
    where: whereOption(owned),
    columns,
    query,
    sortBy,
    headers,
    csvSafe,
  },
  examples: [
    { summary: 'What does this bot have?', command: `tunnelctl owned-by ${demoIds.bots.ci}` },
    {
      summary: 'Take the keys of somebody who left away',
      command: `tunnelctl owned-by ${demoIds.users.developer} --kind ssh-credentials -o id |\n  tunnelctl ssh-credentials delete - --yes`,
    },
  ],
  async run({ principal, kind, where, ...output }, context) {
    const plan = await planOutput(owned, output, context);
    const chosen = listings.filter((entry) => kind.length === 0 || kind.includes(kindOf(entry)));
    const connection = await connect(context);
    try {
      const owner = principal === OWN ? await connection.principal() : principal;
      const looked: Looked[] = [];
      const limit = Number.POSITIVE_INFINITY;
      const filter = filterRecords(where, undefined, owned);
      const pages = filter.pages(ownedPages(chosen, owner, connection.client, looked), limit);
      const seen = () => looked.reduce((sum, one) => sum + one.seen, 0);
      const summary = () => formatLooked([{ ...filter.looked, seen: seen() }]);
      await printList(plan, { pages, limit, items: `records of ${owner}`, summary }, context);
    } finally {
      await connection.close();
    }
  },
});

/** What somebody owns, page by page and kind by kind. @param looked gets what each list came to */
async function* ownedPages(
  entries: readonly CatalogueEntry[],
  owner: string,
  client: Client,
  looked: Looked[],
): AsyncGenerator<Page, void> {
  for (const [i, entry] of entries.entries()) {
    const { operation, resource } = entry;
    const filter = filterRecords([], owner, operation.list?.item ?? {});
    looked.push(filter.looked);
    const names = ['id', 'created_at', ...ownerMembers(operation.list?.item ?? {})];
    const describe = (record: unknown) => ({
      kind: kindOf(entry),
      id: memberAt(record, ['id']),
      what: describeBesideId(record, resource, names),
      created_at: memberAt(record, ['created_at']),
    });
    const pages = filter.pages(client.listPages(operation, {}), Number.POSITIVE_INFINITY);
    for await (const { items, hasNext } of pages) {
      yield { items: items.map(describe), hasNext: hasNext || i < entries.length - 1 };
    }
  }
}
