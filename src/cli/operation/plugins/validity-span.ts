import type { CatalogueEntry } from '../../../contract/index.ts';
import { formatTimestamp, parseDuration, parseTimestamp } from '../../../contract/rules/time.ts';
import type { ObjectSchema, Schema, Span } from '../../../contract/schema/schema.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { option } from '../../parser/options.ts';
import { parsed } from '../../parser/value-types.ts';
import { flagName, kebab } from '../flags.ts';
import type { OperationPlugin } from './plugin.ts';

/** A member of a body that ends a span of time, and how the contract lets its length be given instead. */
interface SpanMember {
  readonly name: string;
  readonly span: Span;
}

/** `--valid-for 8h`: the length of a span of time in place of its end. */
export const validitySpan: OperationPlugin = {
  appliesTo: (entry) => spanMember(entry) !== undefined,

  options(entry) {
    const { name, span } = spanMember(entry) as SpanMember;
    const description = `how long from ${flagName([span.from])} on, as 8h or 1d12h; in place of ${flagName([name])}`;
    return {
      validitySpan: option(`--${kebab(span.length)} <duration>`, description, parsed(parseDuration)),
    };
  },

  apply({ validitySpan: seconds }, entry) {
    const { name, span } = spanMember(entry) as SpanMember;
    if (typeof seconds !== 'number') return undefined;
    return {
      prepare(body, now) {
        if (body[name] !== undefined) {
          const field = flagName([span.length]);
          throw fieldError(field, `and ${flagName([name])} both say when it ends; give one`);
        }
        const from = body[span.from];
        const start = typeof from === 'string' ? startOf(from) : now();
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

function startOf(text: string): number | undefined {
  try {
    return parseTimestamp(text);
  } catch {
    return undefined;
  }
}
