import { Option } from 'commander';
import type { CatalogueEntry } from '../../../contract/index.ts';
import { ProblemError } from '../../../contract/rules/rule.ts';
import { formatTimestamp, parseDuration, parseTimestamp } from '../../../contract/rules/time.ts';
import type { ObjectSchema, Schema, Span } from '../../../contract/schema/schema.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { flagName, kebab } from '../flags.ts';
import type { OperationPlugin } from './plugins.ts';

/** A member of a body that ends a span of time, and how the contract lets its length be given instead. */
interface SpanMember {
  readonly name: string;
  readonly span: Span;
}

/** `--valid-for 8h`: the length of a span of time in place of its end. */
export const validitySpan: OperationPlugin = {
  appliesTo: (entry) => spanMember(entry) !== undefined,

  addOptions(command, entry) {
    const { name, span } = spanMember(entry) as SpanMember;
    const description = `how long from ${flagName([span.from])} on, as 8h or 1d12h; in place of ${flagName([name])}`;
    command.addOption(new Option(`--${kebab(span.length)} <duration>`, description));
  },

  read(command, entry) {
    const { name, span } = spanMember(entry) as SpanMember;
    const flag = flagName([span.length]);
    const given: string | undefined = command.getOptionValue(
      new Option(`${flag} <duration>`).attributeName(),
    ) as string | undefined;
    if (given === undefined) return undefined;
    const seconds = readLength(flag, given);
    return {
      prepare(body, { clock }) {
        if (body[name] !== undefined)
          throw new UsageError(`${flag} and ${flagName([name])} both say when it ends; give one`);
        const from = body[span.from];
        const start = typeof from === 'string' ? startOf(from) : clock.now();
        // What is no time is refused with the rest of the body.
        if (start !== undefined) body[name] = formatTimestamp(start + seconds * 1000);
      },
    };
  },
};

function spanMember({ operation }: CatalogueEntry): SpanMember | undefined {
  for (const [name, member] of Object.entries<Schema>(
    (operation.body as ObjectSchema | undefined)?.properties ?? {},
  )) {
    const span = typeof member === 'object' ? member['x-span'] : undefined;
    if (span !== undefined) return { name, span };
  }
  return undefined;
}

function readLength(flag: string, text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    throw error instanceof ProblemError ? new UsageError(`${flag} ${error.message}`) : error;
  }
}

function startOf(text: string): number | undefined {
  try {
    return parseTimestamp(text);
  } catch {
    return undefined;
  }
}
