// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these marks are those of manifests
import { demoIds } from '../../../contract/examples/demo-ids.ts';
import { type ManifestKind, manifestKinds } from '../../../contract/manifest/kinds.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors/cli-error.ts';
import { interruptible } from '../../input/signals.ts';
import {
  type ExportContent,
  exportText,
  type NamedText,
  namedPolicies,
  namedSecrets,
  referencesTo,
} from '../../manifests/export/export-document.ts';
import { type ExportPlace, exportPlace, policyDirectory } from '../../manifests/export/export-place.ts';
import { includeForms, readInclude } from '../../manifests/export/includes.ts';
import { type ExportedAccount, isFound, readForExport } from '../../manifests/export/read-for-export.ts';
import { kindChoices, readKinds } from '../../manifests/kind-names.ts';
import { documentFormat } from '../../output/document-format.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { option, repeatable, restArguments, toggle, type ValueType } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import type { Printer } from '../../printer.ts';
import { orList } from '../../words/did-you-mean.ts';

const kindNames: ValueType<readonly ManifestKind[]> = {
  hint: { words: kindChoices },
  read: (given, name) => readKinds(name, [given]),
};

const unlisted: ValueType<ReturnType<typeof readInclude>> = {
  hint: { source: 'event_subscriptions' },
  read: readInclude,
};

/** `tunnelctl export`: the account as a manifest. */
export const command = defineCommand({
  description:
    'Write the account as a manifest, which tunnelctl diff and tunnelctl apply take: YAML, or JSON with -o json or for ' +
    'a name that ends in .json. The same account is always the same text: sorted by what records are recognised by, ' +
    'without ids and times, and without what is unset.\n\n' +
    `Kinds are ${kindChoices.join(', ')}; all that the service lists unless some are named. What no operation lists ` +
    `is named with --include: ${orList(includeForms)}. It belongs to this account, and so do records that nothing but ` +
    'their id tells from others.\n\n' +
    'Secrets are not in it: ${env:NAME} stands for each; nor is what no record shows, as signing requests of operators. ' +
    'SSH certificates, and endpoints of agents and edges, are not managed.',
  arguments: {
    kinds: restArguments('[kind...]', 'kinds of records, as endpoints', kindNames),
  },
  options: {
    file: option(
      '-f, --file <file|directory>',
      'write this file, or a file for each kind into this directory (one that is there, or with / at its end)',
      hinted({ path: 'file' }),
      { fallback: 'stdout' },
    ),
    policies: option(
      '--policies <directory>',
      'write traffic policies as files into this directory, to which the manifest refers',
      hinted({ path: 'directory' }),
    ),
    include: repeatable(
      '--include <id>',
      'also what belongs to this event subscription, edge, or edge and route',
      unlisted,
    ),
    owners: toggle('--owners', 'also say whose records are: ids of users and bots of this account'),
  },
  examples: [
    { summary: 'Look at the account', command: 'tunnelctl export' },
    {
      summary: 'Keep it in a repository, each policy in a file of its own',
      command: 'tunnelctl export -f account.yml --policies policies',
    },
    {
      summary: 'Copy an account into another one, which needs the secrets once more',
      command:
        'tunnelctl export --profile work |\n' +
        '  EVENT_DESTINATION_METRICS_NOT_CONNECTED_YET_API_KEY=secret tunnelctl apply -f - --profile staging',
    },
    { summary: 'A file for each kind', command: 'tunnelctl export -f account/' },
    {
      summary: 'The endpoints, and what an event subscription triggers on',
      command: `tunnelctl export endpoints --include ${demoIds.eventSubscriptions.audit} -o json`,
    },
  ],
  async run({ kinds: named, file, policies: directory, include, owners }, context) {
    const { streams, options, printer } = context;
    const place = exportPlace(file, streams);
    const format = documentFormat(place.form === 'file' ? place.name : undefined, options.output);
    const beside = directory === undefined ? undefined : policyDirectory(directory, place, streams);
    const included = include.flat();
    const kinds = kindsOf(
      named.flat(),
      included.map(({ kind }) => kind),
    );
    const account = await readAccount({ kinds, included, owners }, context);

    const secrets = await namedSecrets(account);
    const policies = beside === undefined ? [] : await namedPolicies(account);
    const references = referencesTo([
      { texts: secrets, write: (name) => `\${env:${name}}` },
      ...(beside === undefined ? [] : [{ texts: policies, write: beside.reference }]),
    ]);
    const content: ExportContent = { account, references, format, secrets };
    const others = await interruptible(streams, async (signal) => {
      if (beside !== undefined) await (await filesOf()).writePolicies(beside, policies, signal);
      if (place.form !== 'stdout') return (await filesOf()).writeManifest(place, content, signal);
      for await (const chunk of exportText(content)) await printer.data(chunk);
      return [];
    });
    await sayWritten(place, account, others, printer);
    await sayWhatIsLeft(account, secrets, printer);
    if (named.length === 0 && include.length === 0) await printer.notice(noneIncluded);
  },
});

const filesOf = () => import('../../manifests/export/export-files.ts');

const noneIncluded =
  'note: event sources and modules of edges are not in it, since no operation lists what they belong to: --include ' +
  `${orList(includeForms)} adds them`;

/** The kinds that are listed: those that are named, else all. Throws a CliError for one of which nothing can be found. */
function kindsOf(named: readonly ManifestKind[], included: readonly ManifestKind[]): readonly ManifestKind[] {
  if (named.length === 0) return manifestKinds.filter(({ form }) => form.within === undefined);
  const lost = named.find(
    (kind) => kind.form.within !== undefined && !isFound(kind) && !included.includes(kind),
  );
  if (lost === undefined) return named;
  const form = lost.form.within?.map(({ idPrefix }) => `${idPrefix}_…`).join('/');
  throw usageError(
    `<kind> ${lost.name} needs --include ${form}: no operation lists what its records belong to`,
    {
      field: '--include',
    },
  );
}

async function readAccount(
  scope: Parameters<typeof readForExport>[1],
  context: CommandContext,
): Promise<ExportedAccount> {
  const connection = await connect(context);
  try {
    // All of it before anything is written: half an account looks like a whole one.
    return await readForExport(connection.client, scope);
  } finally {
    await connection.close();
  }
}

async function sayWritten(
  place: ExportPlace,
  { lists, holdings }: ExportedAccount,
  others: readonly string[],
  printer: Printer,
): Promise<void> {
  if (place.form !== 'stdout') {
    const count = [...lists, ...holdings].reduce((sum, { records }) => sum + records.length, 0);
    await printer.notice(`exported ${count === 1 ? '1 record' : `${count} records`} to ${place.name}`);
  }
  if (others.length > 0) {
    const names = others.join(', ');
    await printer.notice(
      `note: ${place.name} holds ${names} from before, which apply -f ${place.name} reads too`,
    );
  }
}

/** What the manifest does not say by itself to another account. */
async function sayWhatIsLeft(
  { lists }: ExportedAccount,
  secrets: readonly NamedText[],
  printer: Printer,
): Promise<void> {
  for (const { kind, records } of lists) {
    const ids = records.filter(({ needsId }) => needsId).map(({ id }) => id);
    if (ids.length === 0) continue;
    const names = kind.form.identity.map((name) => name.split('.').at(-1)).join(', ');
    await printer.notice(
      `note: ${kind.form.member}: nothing but the id tells ${someOf(ids)} from others; give each a ${names} of its own to have it without its id`,
    );
  }
  if (secrets.length > 0) {
    await printer.notice(
      `note: secrets are not in it; an apply to another account takes them from ${secrets.map(({ name }) => name).join(', ')}`,
    );
  }
}

function someOf(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(', ');
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown;
}
