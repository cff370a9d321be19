import { protocol } from '../../contract/http/protocol.ts';
import type { CommandContext } from '../context.ts';
import { recordText } from './list-writer.ts';
import { type OutputPlan, openOutput } from './output-plan.ts';
import { shapeOf } from './structured.ts';

/** Prints one record as the plan says, and warns of a secret in it that is not shown again. */
export async function printRecord(plan: OutputPlan, record: unknown, context: CommandContext): Promise<void> {
  const { streams, printer } = context;
  const output = await openOutput(plan, context);
  try {
    if (plan.query === undefined) {
      await output.write(await recordText(record, plan, streams));
    } else {
      const { printQueryResult } = await import('./query/print-query.ts');
      await printQueryResult(
        plan.query(shapeOf(plan.schema, undefined)(record)),
        plan,
        output.write,
        streams,
      );
    }
  } finally {
    await output.end();
  }
  for (const name of shownSecrets(plan, record)) {
    const leaver = leaverOf(name, plan);
    const notice =
      leaver === undefined
        ? `note: ${name} is shown only this once; keep it now`
        : `warning: ${name} is shown only once, and ${leaver} leaves it out; nobody can see it now`;
    await printer.notice(notice);
  }
}

/** The option that leaves a member out of what is printed; a query may show it under any name. */
function leaverOf(name: string, { format, columns, query }: OutputPlan): string | undefined {
  if (format === 'none') return '--output none';
  if (query !== undefined) return undefined;
  if (format === 'id') return '--output id';
  const isChosen = columns === undefined || columns.some(({ path }) => path[0] === name);
  return isChosen ? undefined : '--columns';
}

/** Secrets that the service shows now and never again. */
export function shownSecrets({ schema }: Pick<OutputPlan, 'schema'>, record: unknown): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const value = (record as Record<string, unknown>)[name];
    const isSecret = typeof member === 'object' && member['x-secret'] === true;
    return isSecret && typeof value === 'string' && value !== '' && value !== protocol.secretMask
      ? [name]
      : [];
  });
}
