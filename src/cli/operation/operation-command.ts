import type { CatalogueEntry } from '../../contract/index.ts';
import { type FilterChoices, filterOptionsOf } from '../filter/filter-options.ts';
import { type allOutputOptions, outputOptions } from '../output/output-options.ts';
import { type AnyCommand, defineCommand } from '../parser/command-definition.ts';
import type { CommandNode } from '../parser/command-tree.ts';
import type { OptionDefinitions, ValuesOf } from '../parser/options.ts';
import type { GivenFlags } from './body/request-body.ts';
import { operationExamples } from './examples.ts';
import { type Flag, flagOption, flagsOf, valueNotes } from './flags.ts';
import { certificateBundle } from './plugins/certificate-bundle.ts';
import { certificateFile } from './plugins/certificate-file.ts';
import { followAgent } from './plugins/follow-agent.ts';
import { keyInUse } from './plugins/key-in-use.ts';
import { keyPair } from './plugins/key-pair.ts';
import type { AppliedPlugins, OperationPlugin } from './plugins/plugin.ts';
import { validitySpan } from './plugins/validity-span.ts';
import { runReading } from './read.ts';
import {
  type inputOptions,
  inputOptionsOf,
  type pagingOptions,
  pagingOptionsOf,
  type previewOptions,
  readInputChoices,
  readPaging,
} from './request-options.ts';
import type { OperationRun } from './run.ts';
import { targetArgument, targetUsage } from './targets.ts';

type Given = ValuesOf<typeof inputOptions> &
  ValuesOf<typeof previewOptions> &
  ValuesOf<typeof allOutputOptions> &
  ValuesOf<typeof pagingOptions> &
  FilterChoices &
  Readonly<Record<string, unknown>>;

/** What a node of the tree runs, loaded; undefined for words that need another one. */
export async function commandAt({ entry, local }: CommandNode): Promise<AnyCommand | undefined> {
  return entry ? operationCommand(entry) : local?.load();
}

/** The command of an operation of the contract: what it takes follows from the path and the body's schema. */
export function operationCommand(entry: CatalogueEntry): AnyCommand {
  const { operation } = entry;
  const { summary, description } = operation;
  const flags = operation.body ? flagsOf(operation.body) : [];
  const plugins = allPlugins.filter((plugin) => plugin.appliesTo(entry));
  const options: OptionDefinitions = {
    ...Object.fromEntries(flags.map((flag) => [flag.name, flagOption(flag, operation)])),
    ...Object.assign({}, ...plugins.map((plugin) => plugin.options(entry))),
    ...(operation.list?.paged && pagingOptionsOf(operation)),
    ...filterOptionsOf(operation),
    ...outputOptions(operation),
    ...inputOptionsOf(operation),
  };
  return defineCommand<OptionDefinitions, ReturnType<typeof targetArgument>>({
    description: description === undefined ? `${summary}.` : `${summary}.\n\n${description}`,
    usage: targetUsage(entry),
    arguments: targetArgument(entry),
    options,
    notes: valueNotes(flags),
    examples: [
      ...operationExamples(entry, flags),
      ...plugins.flatMap((plugin) => plugin.examples?.(entry) ?? []),
    ],
    async run(values, context) {
      const given = values as unknown as Given;
      // In the order of the command line.
      const bodyTexts = new Map<Flag, readonly string[] | boolean>();
      for (const [name, value] of Object.entries(given)) {
        const flag = flags.find((one) => one.name === name);
        if (flag === undefined || value === undefined) continue;
        const texts = [value].flat() as string[];
        if (flag.kind === 'boolean') bodyTexts.set(flag, value === 'true');
        else if (texts.length > 0) bodyTexts.set(flag, texts);
      }
      const applied = applyPlugins(plugins, entry, given, bodyTexts);
      const run: OperationRun = {
        entry: applied.entry,
        plugins: applied,
        args: Object.keys(targetArgument(entry)).flatMap((name) => (given[name] ?? []) as string | string[]),
        flags,
        given: bodyTexts,
        input: readInputChoices(given),
        output: given,
        ...(operation.list?.paged && { paging: readPaging(given, isFiltered(given), context) }),
        ...(isFiltered(given) && { filter: given }),
      };
      if (run.input.skeleton) {
        const { formatSkeleton } = await import('./body/skeleton.ts');
        return context.printer.data(formatSkeleton(entry));
      }
      if (operation.method === 'GET') return runReading(run, context);
      // Loaded here: what only looks passes none of the steps of what changes something.
      const { runWriting } = await import('./write.ts');
      await runWriting(run, context);
    },
  });
}

function isFiltered({ where = [], owner }: FilterChoices): boolean {
  return where.length > 0 || owner !== undefined;
}

/** What commands can do beyond their requests. */
const allPlugins: readonly OperationPlugin[] = [
  followAgent,
  validitySpan,
  certificateFile,
  certificateBundle,
  keyInUse,
  // The innermost: what others refuse leaves no key behind.
  keyPair,
];

/** Reads what was asked for. Throws a CliError. */
function applyPlugins(
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
    providers: applied.flatMap(({ provide }) => provide ?? []),
    prepare: applied.flatMap(({ prepare }) => prepare ?? []),
    guards: applied.flatMap(({ guard }) => guard ?? []),
    middlewares: applied.flatMap(({ around }) => around ?? []),
  };
}
