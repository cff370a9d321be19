import { sanitizeBlock } from '../../../contract/rules/sanitize.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import { besides } from '../../../files/leftovers.ts';
import { followLinks } from '../../../files/links.ts';
import type { WriteContent } from '../../../files/write-file.ts';
import type { SeedReport, SeedSource } from '../../../hosting/account-file.ts';
import { adminOperations, type seedReport } from '../../../hosting/admin-api.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, fieldError, hasCode } from '../../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../../errors/system-problem.ts';
import { filePath } from '../../input/named-file.ts';
import { interruptible } from '../../input/signals.ts';
import { writeOwnFile } from '../../output/document-file.ts';
import { documentFormat } from '../../output/document-format.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import type { Printer } from '../../printer.ts';
import { seedSource, seedText, withAccountFile } from './account-file.ts';
import { askSandbox, withSandbox } from './ask-sandbox.ts';
import { findSandbox, onlyFiles, whatIsMeant } from './sandbox-target.ts';

/** `tunnelctl sandbox seed`. */
const seed = defineCommand({
  description:
    'Put the objects of a YAML or JSON file (- is stdin), or the demo account, into the account of a sandbox: all ' +
    'of it or nothing. A seed that the account has already is left alone, so that a script may run it again. A ' +
    'service that has the data file open shows it at once.\n\n' +
    'Manifests of tunnelctl apply have the same form (tunnelctl help manifests), but for what their references stand for.\n\n' +
    whatIsMeant,
  arguments: { source: argument('<file|demo>', 'seed file, - for stdin, or demo', seedSource) },
  examples: [
    { command: 'tunnelctl sandbox seed demo' },
    {
      summary: 'Two endpoints from a script',
      command:
        "printf 'endpoints:\\n  - url: https://a.example.com\\n  - url: https://b.example.com\\n' | tunnelctl sandbox seed -",
    },
  ],
  async run({ source }, context) {
    const report = await plant(source, context);
    const record = { applied: report !== undefined, ...(report && reportRecord(report)) };
    const { printer } = context;
    await showDone(record, context, () =>
      report ? sayReport('seeded', report, printer) : printer.notice('the account has this seed already'),
    );
  },
});

/** `tunnelctl sandbox import`. */
const importAccount = defineCommand({
  description:
    'Bring back an account that sandbox export wrote, YAML or JSON (- is stdin): all of it or nothing.\n\n' +
    'A data file that holds nothing yet, new or after sandbox reset, becomes that account, ids included. To one ' +
    'that is in use the objects are added; an id or a URL that it has already is refused.\n\n' +
    onlyFiles,
  arguments: { source: argument('<file|->', 'exported account, or - for stdin', seedText) },
  examples: [
    {
      summary: 'Go back to how it was',
      command:
        'tunnelctl sandbox export before.yml --with-secrets --sandbox\n' +
        'tunnelctl sandbox reset --yes --sandbox\n' +
        'tunnelctl sandbox import before.yml --sandbox',
    },
    {
      summary: 'A copy in another file',
      command:
        'tunnelctl sandbox export - --with-secrets --sandbox | tunnelctl sandbox import - --data copy.db',
    },
  ],
  async run({ source }, context) {
    const report = await withAccountFile(
      context,
      { verb: 'sandbox import', mustExist: false },
      ({ account }) => account.import(source),
    );
    await showDone(reportRecord(report), context, () => sayReport('imported', report, context.printer));
  },
});

/** `tunnelctl sandbox export`. */
const exportAccount = defineCommand({
  description:
    'Write the account in the data file, as it is at one moment, to a file that sandbox import, sandbox seed and ' +
    'serve --seed take: YAML, or JSON with -o json or for a name that ends in .json.\n\n' +
    'Without --with-secrets it holds no secrets; it says at its head (for JSON on stderr) what an import then makes ' +
    'of the account. Events and requests of the past are not part of it.\n\n' +
    onlyFiles,
  arguments: {
    name: argument('<file|->', 'file to write, for its owner only; - for stdout', hinted({ path: 'file' })),
  },
  options: {
    withSecrets: toggle(
      '--with-secrets',
      'also write private keys, what API keys are known by, and secrets of event destinations',
    ),
  },
  examples: [
    {
      summary: 'What the next pipeline starts with',
      command: 'tunnelctl sandbox export account.yml --sandbox',
    },
    {
      summary: 'A backup that brings back everything, tokens and keys included',
      command: 'tunnelctl sandbox export backup.yml --with-secrets --sandbox',
    },
  ],
  async run({ name, withSecrets }, context) {
    const { streams, printer, options } = context;
    const format = documentFormat(name, options.output);
    await withAccountFile(context, { verb: 'sandbox export', mustExist: true }, ({ path, account }) => {
      const content: WriteContent = (write) => account.export({ format, withSecrets }, write);
      if (name === '-') {
        return content(streams.stdoutIsTTY ? (text) => printer.data(sanitizeBlock(text)) : printer.data);
      }
      const file = filePath(name, streams);
      spareAccount(path, file, name);
      return interruptible(streams, (signal) =>
        writeOwnFile({ path: file, name, flag: '<file>' }, content, signal),
      );
    });
    if (name !== '-') await printer.notice(`exported to ${name}`);
    await printer.notice(withSecrets ? secretsInside : secretsLeftOut);
  },
});

export const commands = { seed, export: exportAccount, import: importAccount };

/** Puts a seed into the account of a data file, of any size, or of a service; undefined when it is there already. */
async function plant(source: SeedSource, context: CommandContext): Promise<SeedReport | undefined> {
  if (findSandbox(context).target.kind === 'sandbox') {
    const how = { verb: 'sandbox seed', mustExist: false };
    return withAccountFile(context, how, ({ account }) => account.seed(source));
  }
  const body = source === 'demo' ? { name: source } : source;
  try {
    const answer = await withSandbox(context, { mustExist: false }, (client) =>
      askSandbox(client, adminOperations.seed, { body, lacks: 'it takes no seeds' }),
    );
    const { report } = answer as FromSchema<typeof adminOperations.seed.returns>;
    return report && reportOf(report);
  } catch (error) {
    if (hasCode(error, 'ERR_INVALID_FIELD')) throw new CliError('SEED_REFUSED', error.message);
    throw error;
  }
}

/** What a service says that a seed did. */
function reportOf(answer: FromSchema<typeof seedReport>): SeedReport {
  const { account_id, became_this_account, added, missing_secrets, warnings } = answer;
  return {
    accountId: account_id,
    isTakenOver: became_this_account,
    added: added as Record<string, number>,
    missingSecrets: missing_secrets,
    warnings,
  };
}

/** What a seed or an import did, for a program. */
function reportRecord({ accountId, isTakenOver, added, missingSecrets }: SeedReport) {
  return { account_id: accountId, became_this_account: isTakenOver, added, missing_secrets: missingSecrets };
}

/** The same for people, and what is left to do. @param done how the change is called: `imported` */
async function sayReport(done: string, report: SeedReport, printer: Printer): Promise<void> {
  const { accountId, isTakenOver, added } = report;
  const counts = Object.entries(added).map(([list, count]) => `${count} ${list.replaceAll('_', ' ')}`);
  await printer.notice(`${done}: ${counts.join(', ') || 'no objects'}`);
  const kept = `added to the account ${accountId}, which was in use: it keeps its id and its admin`;
  await printer.notice(isTakenOver ? `the account is ${accountId}` : kept);
  for (const warning of report.warnings) await printer.warn(warning);
}

const secretsInside = 'note: it holds secrets; keep it like a password';
const secretsLeftOut =
  'note: it holds no secrets: after an import no API key works, SSH and client certificate authorities have new keys, ' +
  'and secrets of event destinations have to be given again; --with-secrets keeps all of it';

/**
 * Refuses to overwrite the data file that is exported, or what stands beside it.
 * @param name the file as it was given
 */
function spareAccount(dataFile: string, file: string, name: string): void {
  const data = linkedFile(dataFile, name);
  const target = linkedFile(file, name);
  if (['', '.key', ...besides].every((suffix) => target !== data + suffix)) return;
  throw fieldError('<file>', `${name} belongs to the sandbox itself; write the export to another file`);
}

function linkedFile(path: string, name: string): string {
  try {
    return followLinks(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw fieldError('<file>', `cannot write ${name}: ${systemProblem(error)}`);
  }
}
