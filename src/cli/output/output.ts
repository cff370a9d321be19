import type { CommandContext } from '../context.ts';
import type { OutputPlan } from './output-plan.ts';
import type { Output } from './pager.ts';

/** Opens the output of one command. */
export async function openOutput(
  { pager }: Pick<OutputPlan, 'pager'>,
  { streams, printer }: Pick<CommandContext, 'streams' | 'printer'>,
): Promise<Output> {
  if (pager === undefined || streams.rows === undefined) return { write: printer.data, end: async () => {} };
  const { pagedOutput } = await import('./pager.ts');
  return pagedOutput(pager, streams.rows, streams, printer);
}
