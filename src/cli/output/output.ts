import type { CommandContext } from '../context.ts';
import type { OutputPlan } from './output-plan.ts';

/** Where a result goes: stdout, perhaps through a pager. */
export interface Output {
  /** Resolves when the text is written. Throws an OutputClosedError when nobody reads it any more. */
  write(text: string): Promise<void>;
  /** Waits for whoever reads a pager. */
  end(): Promise<void>;
}

/** Opens the output of one command. */
export async function openOutput(
  { pager }: Pick<OutputPlan, 'pager'>,
  { streams, printer }: Pick<CommandContext, 'streams' | 'printer'>,
): Promise<Output> {
  if (pager === undefined || streams.rows === undefined) return { write: printer.data, end: async () => {} };
  const { pagedOutput } = await import('./pager.ts');
  return pagedOutput(pager, streams.rows, streams, printer);
}
