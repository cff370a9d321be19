import type { CatalogueEntry } from '../../../contract/index.ts';
import { pathParameters } from '../../../contract/schema/resource.ts';
import { connect } from '../../connect/connection.ts';
import { usageError } from '../../errors/cli-error.ts';
import { formatExample } from '../../operation/examples.ts';
import { pathArguments } from '../../operation/targets.ts';
import { allOutputOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printRecord } from '../../output/print-record.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { option } from '../../parser/options.ts';
import { waitTime } from '../../parser/value-types.ts';
import { conditionOf } from './condition.ts';
import { waitFor } from './run-wait.ts';

/**
 * `wait <id> --for <condition>` for whatever can be got.
 * @param entry the resource's `get`
 */
export function waitCommand(entry: CatalogueEntry): AnyCommand {
  const { operation } = entry;
  const record = operation.returns ?? {};
  const { columns, query, noHeaders } = allOutputOptions;
  const [example = { summary: '' }] = operation.examples;
  const line = formatExample({ ...entry, verb: 'wait' }, example, []);
  return defineCommand({
    description:
      'Wait until it exists, is gone, or has a value; then show it.\n\n' +
      'Exit code 0: the condition is met. 1: time is up. 3: there is nothing whose member could get the value.',
    arguments: pathArguments(entry),
    options: {
      for: option(
        '--for <condition>',
        'exists, deleted, <member>=<value> or <member>!=<value> (required)',
        conditionOf(record),
      ),
      waitTimeout: option('--wait-timeout <duration>', 'give up after this long: 30s, 5m', waitTime, {
        default: '60s',
      }),
      columns,
      query,
      noHeaders,
    },
    examples: [
      { summary: 'Go on once it is there', command: `${line} --for exists` },
      { summary: 'Go on once it is gone', command: `${line} --for deleted --wait-timeout 5m` },
    ],
    async run({ for: condition, waitTimeout, ...given }, context) {
      if (condition === undefined) {
        throw usageError('--for is required: what to wait for, as exists, deleted or <member>=<value>', {
          field: '--for',
        });
      }
      const plan = await planOutput(record, given, context);
      const parameters = Object.fromEntries(
        pathParameters(operation).map((name) => [name, String(given[name])]),
      );
      const connection = await connect(context);
      try {
        const wait = { entry, parameters, condition, timeoutMs: waitTimeout };
        const result = await waitFor(wait, connection.client, context.streams);
        if (result !== undefined) await printRecord(plan, result, context);
        else await context.printer.notice(`deleted: ${Object.values(parameters).at(-1)}`);
      } finally {
        await connection.close();
      }
    },
  });
}
