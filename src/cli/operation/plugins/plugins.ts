import type { Command } from 'commander';
import type { Client } from '../../../client/client.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import type { CommandContext } from '../../context.ts';
import { unknownOutcomeAdvice } from '../../errors/unknown-outcome-advice.ts';
import type { Streams } from '../../streams.ts';
import { flagsOf } from '../flags.ts';
import { resolveTimes } from '../relative-times.ts';
import type { GivenFlags } from '../request-body.ts';
import { certificateFile } from './certificate-file.ts';
import { followAgent } from './follow-agent.ts';
import { validitySpan } from './validity-span.ts';

/** One run of an operation for one target. */
export interface Call {
  readonly entry: CatalogueEntry;
  /** Members of the path. */
  readonly target: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly client: Client;
  readonly context: CommandContext;
  /** Sends the operation's own request. */
  send(): Promise<unknown>;
}

/** What one thing adds to a run of an operation. */
export interface AppliedPlugin {
  /** What the operation answers with this addition, where that is more than its own result. */
  readonly returns?: ObjectSchema | undefined;
  /** Puts members of the body in that others stand for; before the body is checked. */
  prepare?(body: Record<string, unknown>, streams: Streams): void;
  /** Sends the request and does what else was asked for; answers what is to be printed. */
  perform?(call: Call): Promise<unknown>;
}

/** What a command line asks for beyond the one request of its operation. */
export interface AppliedPlugins {
  /** The operation with what it then answers. */
  readonly entry: CatalogueEntry;
  prepare(body: Record<string, unknown>, streams: Streams): void;
  /** A client that does all of it where the operation is sent. */
  extend(client: Client, context: CommandContext): Client;
}

/** One thing that commands can do beyond their requests. */
export interface OperationPlugin {
  appliesTo(entry: CatalogueEntry): boolean;
  addOptions(command: Command, entry: CatalogueEntry): void;
  /** What was asked for; undefined when nothing was. Throws a UsageError. */
  read(command: Command, entry: CatalogueEntry, given: GivenFlags): AppliedPlugin | undefined;
}

const extras: readonly OperationPlugin[] = [followAgent, validitySpan, certificateFile];

/** Offers what an operation's command can do beyond its request. */
export function addPlugins(command: Command, entry: CatalogueEntry): void {
  for (const extra of extras) if (extra.appliesTo(entry)) extra.addOptions(command, entry);
}

/** Reads what was asked for. Throws a UsageError. */
export function readPlugins(command: Command, entry: CatalogueEntry, given: GivenFlags): AppliedPlugins {
  const additions = extras.flatMap((extra) => {
    const addition = extra.appliesTo(entry) ? extra.read(command, entry, given) : undefined;
    return addition ? [addition] : [];
  });
  const perform = additions.find((addition) => addition.perform)?.perform;
  const returns = additions.find((addition) => addition.returns)?.returns;
  const extended = returns
    ? { ...entry, operation: { ...entry.operation, status: 200 as const, returns } }
    : entry;
  return {
    entry: extended,
    prepare(body, streams) {
      resolveTimes(entry.operation.body ? flagsOf(entry.operation.body) : [], body, streams.clock.now());
      for (const addition of additions) addition.prepare?.(body, streams);
    },
    extend(client, context) {
      const { operation } = entry;
      const send = async (sent: Operation, target: Call['target'], body: Call['body'] = {}) => {
        if (sent !== extended.operation) return client.send(sent, target, body);
        const sendIt = () => client.send(operation, target, operation.body && body);
        try {
          return await (perform?.({ entry, target, body, client, context, send: sendIt }) ?? sendIt());
        } catch (error) {
          throw unknownOutcomeAdvice(error, entry, target);
        }
      };
      return { ...client, send: send as Client['send'] };
    },
  };
}
