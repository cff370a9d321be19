import type { CatalogueEntry } from '../../../contract/index.ts';
import type { GivenFlags } from '../request-body.ts';
import { certificateFile } from './certificate-file.ts';
import { followAgent } from './follow-agent.ts';
import type { AppliedPlugins, OperationPlugin } from './plugin.ts';
import { validitySpan } from './validity-span.ts';

const plugins: readonly OperationPlugin[] = [followAgent, validitySpan, certificateFile];

/** What an operation's command can do beyond its request. */
export function pluginsFor(entry: CatalogueEntry): OperationPlugin[] {
  return plugins.filter((plugin) => plugin.appliesTo(entry));
}

/** Reads what was asked for. Throws a CliError. */
export function applyPlugins(
  offered: readonly OperationPlugin[],
  entry: CatalogueEntry,
  given: Readonly<Record<string, unknown>>,
  body: GivenFlags,
): AppliedPlugins {
  const applied = offered.flatMap((plugin) => plugin.apply(given, entry, body) ?? []);
  const returns = applied.find((plugin) => plugin.returns)?.returns;
  return {
    entry: returns ? { ...entry, operation: { ...entry.operation, status: 200 as const, returns } } : entry,
    sent: entry,
    prepare: applied.flatMap(({ prepare }) => prepare ?? []),
    middlewares: applied.flatMap(({ around }) => around ?? []),
  };
}
