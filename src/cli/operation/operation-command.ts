import type { CatalogueEntry } from '../../contract/index.ts';
import { type allOutputOptions, outputOptions } from '../output/output-options.ts';
import { type AnyCommand, defineCommand } from '../parser/command-definition.ts';
import type { OptionDefinitions, ValuesOf } from '../parser/options.ts';
import { targetArgument, targetUsage } from './batch/targets.ts';
import { operationExamples } from './examples.ts';
import { flagOption, valueNotes } from './flag-options.ts';
import { type Flag, flagsOf } from './flags.ts';
import { type inputOptions, inputOptionsOf, type previewOptions, readInputChoices } from './input-options.ts';
import { type pagingOptions, pagingOptionsOf, readPaging } from './paging-options.ts';
import { applyPlugins, pluginsFor } from './plugins/plugins.ts';
import type { OperationRun } from './run.ts';

type Given = ValuesOf<typeof inputOptions> &
  ValuesOf<typeof previewOptions> &
  ValuesOf<typeof allOutputOptions> &
  ValuesOf<typeof pagingOptions> &
  Readonly<Record<string, unknown>>;

/** The command of an operation of the contract: what it takes follows from the path and the body's schema. */
export function operationCommand(entry: CatalogueEntry): AnyCommand {
  const { operation } = entry;
  const { summary, description } = operation;
  const flags = operation.body ? flagsOf(operation.body) : [];
  const plugins = pluginsFor(entry);
  const options: OptionDefinitions = {
    ...Object.fromEntries(flags.map((flag) => [flag.name, flagOption(flag, operation)])),
    ...Object.assign({}, ...plugins.map((plugin) => plugin.options(entry))),
    ...(operation.list?.paged && pagingOptionsOf(operation)),
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
        ...(operation.list?.paged && { paging: readPaging(given, context) }),
      };
      if (run.input.skeleton) {
        const { formatSkeleton } = await import('./skeleton.ts');
        return context.printer.data(formatSkeleton(entry));
      }
      // What only looks passes none of the steps of what changes something.
      const { runOperation } =
        operation.method === 'GET' ? await import('./read.ts') : await import('./write.ts');
      await runOperation(run, context);
    },
  });
}
