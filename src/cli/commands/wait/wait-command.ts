import { type Command, Option } from 'commander';
import type { CatalogueEntry } from '../../../contract/index.ts';
import { connect } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { formatExample } from '../../help/examples.ts';
import { createTextSource } from '../../input/text-source.ts';
import { addArguments, readArguments } from '../../operation/operation-arguments.ts';
import { addOutputOptions, readOutputChoices } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printRecord } from '../../output/print-record.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { readCondition } from './condition.ts';
import { waitFor } from './run-wait.ts';
import { readWaitTime } from './wait-time.ts';

const DEFAULT_WAIT = '60s';

/**
 * `wait <id> --for <condition>` for whatever can be got.
 * @param entry the resource's `get`
 */
export function defineWait(command: Command, entry: CatalogueEntry, context: CommandContext): void {
  const { resource, operation } = entry;
  const record = operation.returns ?? {};
  command
    .description(
      'Wait until it exists, is gone, or has a value; then show it.\n\n' +
        'Exit code 0: the condition is met. 1: time is up. 3: there is nothing whose member could get the value.',
    )
    .addOption(
      new Option('--for <condition>', 'exists, deleted, <member>=<value> or <member>!=<value> (required)'),
    )
    .addOption(
      new WaitTimeoutOption('--timeout <duration>', 'give up after this long: 30s, 5m').default(DEFAULT_WAIT),
    )
    .addHelpText('after', () => examples(entry));
  addArguments(command, resource, operation);
  addOutputOptions(command, operation);
  command.action(async () => {
    const { streams, printer } = context;
    const given: { for?: string; waitTimeout: string } = command.opts();
    if (given.for === undefined) {
      throw new UsageError('--for is required: what to wait for, as exists, deleted or <member>=<value>');
    }
    const condition = readCondition(given.for, record);
    const timeoutMs = readWaitTime('--timeout', given.waitTimeout);
    const options = readGlobalOptions(command);
    const plan = await planOutput(record, readOutputChoices(command), options, streams);
    const connection = await connect(options, streams, createTextSource(streams));
    try {
      const wait = { entry, parameters: readArguments(operation, command.args), condition, timeoutMs };
      const result = await waitFor(wait, connection.client, streams);
      if (result !== undefined) await printRecord(plan, result, context);
      else await printer.notice(`deleted: ${command.args.at(-1)}`);
    } finally {
      await connection.close();
    }
  });
}

/** The global `--timeout` is for each request; in its place this one is for the whole wait. */
class WaitTimeoutOption extends Option {
  override attributeName(): string {
    return 'waitTimeout';
  }
}

function examples(entry: CatalogueEntry): string {
  const [example = { summary: '' }] = entry.operation.examples;
  const line = formatExample({ ...entry, verb: 'wait' }, example, []);
  return `\nExamples:\n  # Go on once it is there\n  ${line} --for exists\n\n  # Go on once it is gone\n  ${line} --for deleted --timeout 5m`;
}
