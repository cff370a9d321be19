import type { ObjectSchema } from '../../contract/schema/schema.ts';
import type { CommandContext } from '../context.ts';
import { type OutputFormat, settingDefaults } from '../settings/known-settings.ts';

/** What a format does with the choices about output: their interplay, in one place. */
interface FormatTraits {
  /** What it is for, a few words. */
  readonly summary: string;
  /** Prints whole values as they are, for programs; the others print texts in columns. */
  readonly isStructured: boolean;
  /** Whether `--columns` has something to narrow. */
  readonly narrows: boolean;
  /** Whether it prints each item on its own, so that a watch can go on printing below. */
  readonly appends: boolean;
}

export const formats = {
  table: { summary: 'columns to read', isStructured: false, narrows: true, appends: false },
  wide: { summary: 'more columns', isStructured: false, narrows: true, appends: false },
  json: { summary: 'all members, indented', isStructured: true, narrows: true, appends: false },
  jsonl: { summary: 'one JSON value per line', isStructured: true, narrows: true, appends: true },
  yaml: { summary: 'all members as YAML', isStructured: true, narrows: true, appends: false },
  csv: { summary: 'all members as RFC 4180', isStructured: false, narrows: true, appends: true },
  markdown: {
    summary: 'a table for a comment or a page',
    isStructured: false,
    narrows: true,
    appends: true,
  },
  id: { summary: 'ids alone, one per line', isStructured: false, narrows: false, appends: true },
  raw: { summary: 'texts as they are', isStructured: false, narrows: true, appends: true },
  none: { summary: 'nothing: for the exit code', isStructured: false, narrows: true, appends: true },
} as const satisfies Record<OutputFormat, FormatTraits>;

/** The formats for programs. */
export type StructuredFormat = {
  [F in OutputFormat]: (typeof formats)[F]['isStructured'] extends true ? F : never;
}[OutputFormat];

/** Whether a format prints whole values, for programs. */
export function isStructured(format: OutputFormat): format is StructuredFormat {
  return formats[format].isStructured;
}

/** Member of a record that names it: `id`, or `type` for event sources; undefined where the path alone does. */
export function idMember({ properties = {}, required = [] }: ObjectSchema): string | undefined {
  if (properties.id !== undefined) return 'id';
  // What has an address of its own, yet no id, is named by its first required text.
  if (properties.uri === undefined) return undefined;
  return required.find((name) => {
    const member = properties[name];
    return name !== 'uri' && typeof member === 'object' && member.type === 'string';
  });
}

/** The format that holds for a command: option, environment, profile, settings, `table`. */
export function outputFormat({ settings }: Pick<CommandContext, 'settings'>): OutputFormat {
  return settings.get('output')?.value ?? settingDefaults.output;
}

/** Whether a format is for people where they read: columns, or a member a line. */
export function isTable(format: OutputFormat): format is 'table' | 'wide' {
  return format === 'table' || format === 'wide';
}

/** Whether a program reads the output: nothing is said beside it, and failures are objects. */
export function isForProgram(context: Pick<CommandContext, 'settings'>): boolean {
  return formats[outputFormat(context)].isStructured;
}
