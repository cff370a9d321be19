import type { Client } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { connect } from '../../connect/connection.ts';
import { CliError, fieldError, hasCode } from '../../errors/cli-error.ts';
import type { MemberCondition } from '../../filter/member-condition.ts';
import { takeKnownNames } from '../../id-lookup/known-names.ts';
import { canPrompt } from '../../input/questions.ts';
import { interruptible } from '../../input/signals.ts';
import { chooseTarget } from '../../operation/body/choose-target.ts';
import { formatExample } from '../../operation/examples.ts';
import { pathArguments, pathTargets, requireTargets } from '../../operation/targets.ts';
import { recordOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printRecord } from '../../output/print-record.ts';
import { type AnyCommand, defineCommand } from '../../parser/command-definition.ts';
import { option } from '../../parser/options.ts';
import { waitTime } from '../../parser/value-types.ts';
import type { Streams } from '../../streams.ts';
import { liveLine, sleepVisibly } from '../../terminal/live-line.ts';
import { commandWords } from '../../words/command-words.ts';
import { type Condition, conditionOf, FORMS, formatCondition, isMet, shownValue } from './condition.ts';

/**
 * `wait <id> --for <condition>` for whatever can be got.
 * @param entry the resource's `get`
 */
export function waitCommand(entry: CatalogueEntry): AnyCommand {
  const { operation } = entry;
  const record = operation.returns ?? {};
  const [example = { summary: '' }] = operation.examples;
  const line = formatExample({ ...entry, verb: 'wait' }, example, []);
  return defineCommand({
    description:
      'Wait until it exists, is gone, or has a value; then show it.\n\n' +
      'Exit code 0: the condition is met. 1: time is up. 3: the object does not exist, so its member never gets the value.',
    arguments: pathArguments(entry),
    options: {
      for: option(
        '--for <condition>',
        'exists, deleted, or what a member is to be, as --where has it: status=PROCESSED',
        conditionOf(record),
        { isRequired: true },
      ),
      waitTimeout: option('--wait-timeout <duration>', 'give up after this long: 30s, 5m', waitTime, {
        default: '60s',
      }),
      ...recordOptions,
    },
    examples: [
      { summary: 'Go on once it is there', command: `${line} --for exists` },
      { summary: 'Go on once it is gone', command: `${line} --for deleted --wait-timeout 5m` },
    ],
    async run({ for: condition, waitTimeout, ...given }, context) {
      if (condition === undefined) {
        throw fieldError('--for', `is required; ${FORMS}`);
      }
      const plan = await planOutput(record, given, context);
      const named = pathTargets(entry, given);
      if (named.missing.length > 0 && !canPrompt(context)) requireTargets(named, { ...entry, verb: 'wait' });
      const connection = await connect(context);
      try {
        const parameters = await chooseTarget(named, entry, connection.client, context);
        const wait = { entry, parameters, condition, timeoutMs: waitTimeout };
        const client = takeKnownNames(connection.client, entry, context);
        const result = await waitFor(wait, client, context.streams);
        if (result !== undefined) await printRecord(plan, result, context);
        else await context.printer.notice(`deleted: ${Object.values(parameters).at(-1)}`);
      } finally {
        await connection.close();
      }
    },
  });
}

/** One wait: what for, and how long at most. */
interface Wait {
  /** The resource's `get`. */
  readonly entry: CatalogueEntry;
  readonly parameters: Readonly<Record<string, string>>;
  readonly condition: Condition;
  readonly timeoutMs: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/**
 * Gets an object again and again until it is as it should be: its record then, undefined once it is gone. Throws an
 * ApiError when there is no such object (unless that is waited for), a CliError when time is up.
 */
async function waitFor(wait: Wait, client: Client, streams: Streams): Promise<unknown> {
  const { clock } = streams;
  const line = liveLine(streams);
  const end = clock.now() + wait.timeoutMs;
  return interruptible(streams, async (signal) => {
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(Math.round(pause * 1.5), LONGEST_PAUSE_MS)) {
        const record = await look(wait, client);
        if (isMet(wait.condition, record)) return record;
        const left = end - clock.now();
        if (left <= 0) throw timedOut(wait, record);
        const waitsFor = `waiting for ${describeWait(wait, record)}`;
        const describe = () => `${waitsFor}, ${Math.ceil((end - clock.now()) / 1000)} s left`;
        await sleepVisibly(line, Math.min(pause, left), { clock, signal, describe });
      }
    } finally {
      line.clear();
    }
  });
}

async function look({ entry, parameters, condition }: Wait, client: Client): Promise<unknown> {
  try {
    return await client.send(entry.operation, parameters);
  } catch (error) {
    // A member of what is not there never gets a value; only these two wait for it to come or go.
    const isNotThere =
      (error instanceof ApiError && error.status === 404) || hasCode(error, 'NO_SUCH_RECORD');
    if (!isNotThere || condition.kind === 'member') throw error;
    return undefined;
  }
}

function timedOut(wait: Wait, record: unknown): CliError {
  const { entry, parameters, condition, timeoutMs } = wait;
  const name = sanitizeLine(Object.values(parameters).at(-1) ?? '');
  const after = `after ${timeoutMs / 1000} s`;
  const message =
    condition.kind === 'member'
      ? `${name}: ${memberNow(condition.member, record)} ${after}; waited for ${formatCondition(condition)}`
      : `${name} ${record === undefined ? 'does not exist' : 'still exists'} ${after}`;
  const next = [[commandWords(entry), ...Object.values(parameters)].join(' ')];
  return new CliError('WAIT_TIMED_OUT', message, { hint: 'allow more with --wait-timeout', next });
}

/** What is waited for, and how things are. */
function describeWait({ condition }: Wait, record: unknown): string {
  if (condition.kind !== 'member') return condition.kind === 'exists' ? 'it to exist' : 'it to be deleted';
  return `${formatCondition(condition)}; now ${memberNow(condition.member, record)}`;
}

function memberNow(member: MemberCondition, record: unknown): string {
  return `${member.column.name} is ${shownValue(member, record)}`;
}
