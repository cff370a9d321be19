import { parseBaseUrl } from '../../client/base-url.ts';
import type { Client } from '../../client/client.ts';
import { isDestructive } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import type { OperationRun } from '../operation/run-operation.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { findTarget } from '../settings/target.ts';
import type { Streams } from '../streams.ts';
import type { Input } from './read-input.ts';

/** Asks before something is taken away, unless that was agreed to. Throws unless the answer is yes. */
export async function confirmRun(
  { entry, options, input: { yes } }: OperationRun,
  { targets }: Input,
  client: Client,
  { streams, printer }: CommandContext,
): Promise<void> {
  if (!isDestructive(entry.operation) || yes || targets.values.length === 0) return;
  const [{ askForConsent }, { openQuestions }] = await Promise.all([
    import('./confirmation.ts'),
    import('./questions.ts'),
  ]);
  const removal = { entry, targets: targets.values, place: describePlace(options, streams) };
  await askForConsent(removal, client, await openQuestions(streams), printer);
}

function describePlace(options: GlobalOptions, streams: Streams): string {
  const target = findTarget(options, streams);
  if (target.kind === 'sandbox') return 'the sandbox';
  const { origin, prefix } = parseBaseUrl(target.baseUrl.value);
  const profile = target.settings.profile?.value;
  return `${origin}${prefix}${profile === undefined ? '' : ` (profile ${profile})`}`;
}
