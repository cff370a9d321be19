import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Flag, flagsOf } from '../../../src/cli/operation/flags.ts';
import { resourceWords } from '../../../src/cli/words/command-words.ts';
import { type CatalogueEntry, catalogue } from '../../../src/contract/index.ts';
import { pathParameters } from '../../../src/contract/schema/resource.ts';
import { recordingService } from '../../client/recording-service.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** What a command line is refused with, before any request. */
async function refusalOf(argv: readonly string[], surroundings: Surroundings = {}): Promise<string> {
  const { baseUrl, requests } = await recordingService({ status: 500 });
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const { exitCode, stdout, stderr } = await runCli(argv, { ...surroundings, env });
  expect({ exitCode, stdout, requests }, argv.join(' ')).toEqual({ exitCode: 2, stdout: '', requests: [] });
  return stderr;
}

interface Several {
  readonly name: string;
  readonly entry: CatalogueEntry;
  readonly flag: Flag;
}

/** Every list and every map of every request. */
const members: Several[] = catalogue.flatMap((entry) =>
  flagsOf(entry.operation.body ?? {})
    .filter(({ kind }) => kind === 'list' || kind === 'map')
    .map((flag) => ({ name: `${entry.name} ${flag.name}`, entry, flag })),
);

const commandOf = ({ resource, verb, operation }: CatalogueEntry) => [
  ...resourceWords(resource),
  verb,
  ...pathParameters(operation).map((name) => `${name}_1`),
];

describe('an empty value, as a variable that is not set makes one', () => {
  it('can meet lists and maps of these requests', () => {
    expect(members.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'endpoints.create --bindings',
        'ssh-credentials.create --acl',
        'ssh-credentials.update --acl',
        'ssh-user-certificates.create --principals',
        'ssh-user-certificates.create --extensions',
        'ssh-host-certificates.create --principals',
        'kubernetes-operators.update --binding.endpoint-selectors',
        'edges.https.routes.user-agent-filter.replace --deny',
        'abuse-reports.create --urls',
      ]),
    );
  });

  it.each(members)('is refused, naming the flag and what to write: $name', async ({ entry, flag }) => {
    const given = [
      [flag.name, ''],
      [`${flag.name}=`],
      [flag.name, flag.kind === 'map' ? 'a=b' : 'x', flag.name, ''],
    ];
    for (const words of given) {
      const stderr = await refusalOf([...commandOf(entry), ...words, '--yes'].filter(isTaken(entry)));
      expect(stderr).toMatch(new RegExp(`^error: ${flag.name} is empty\\nhint: (write|give) .+\\n$`));
    }
  });

  it.each(members.filter(({ flag }) => flag.kind === 'list'))(
    'is refused from a file or stdin that holds nothing: $name',
    async ({ entry, flag }) => {
      const cwd = temporaryDirectory();
      writeFileSync(join(cwd, 'empty'), '\n');
      const of = (value: string) => [...commandOf(entry), flag.name, value];
      expect(await refusalOf(of('@empty'), { cwd })).toMatch(`error: ${flag.name} is empty (from empty)\n`);
      expect(await refusalOf(of('@-'))).toMatch(`error: ${flag.name} is empty (from stdin)\n`);
    },
  );

  it('says the word for what an empty list would mean', async () => {
    expect(await refusalOf(['ssh-credentials', 'create', '--acl', ''])).toBe(
      "error: --acl is empty\nhint: write --acl '*' if everything is meant\n",
    );
    expect(await refusalOf(['ssh-user-certificates', 'create', '--principals', ''])).toBe(
      "error: --principals is empty\nhint: write --principals '*' if any user is meant\n",
    );
    expect(await refusalOf(['kubernetes-operators', 'create', '--enabled-features', ''])).toBe(
      "error: --enabled-features is empty\nhint: write --enabled-features '[]' for an empty list\n",
    );
  });

  it('is no part of a rule or a name either', async () => {
    const split = 'bind:a.example.com,,bind:b.example.com';
    expect(await refusalOf(['ssh-credentials', 'update', 'x', '--acl', split])).toContain('--acl ');
    expect(await refusalOf(['ssh-credentials', 'update', 'x', '--acl', ' '])).toContain('--acl ');
    const noKey = ['ssh-user-certificates', 'create', '--critical-options', '=ls'];
    expect(await refusalOf(noKey)).toBe('error: --critical-options "=ls" is not key=value\n');
  });
});

/** Only what replaces takes a yes. */
function isTaken({ operation }: CatalogueEntry) {
  return (word: string) => word !== '--yes' || operation.method === 'PUT';
}
