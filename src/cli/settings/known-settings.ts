import { protocol } from '../../contract/http/protocol.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { formatProblem, validate } from '../../contract/schema/validate.ts';
import { fieldError, usageError } from '../errors/cli-error.ts';
import { didYouMean } from '../words/did-you-mean.ts';
import { shellWord } from '../words/shell-word.ts';

/** A setting that the settings file may hold, for everything or in a profile. */
interface KnownSetting {
  readonly schema: ObjectSchema;
  /** What holds where nothing sets it; absent where nothing does. */
  readonly default?: string | number;
  /** It says where a profile is, so that it makes no sense outside of one. */
  readonly profileOnly?: true;
}

/** Every format of results, in the order of help. */
export const outputFormats = [
  'table',
  'wide',
  'json',
  'jsonl',
  'yaml',
  'csv',
  'markdown',
  'id',
  'raw',
  'none',
] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Every setting by its name, in the order of `config list`. Its schema says what it means and takes. */
const table = {
  'base-url': {
    schema: { type: 'string', minLength: 1, description: 'where the API is' },
    profileOnly: true,
  },
  'credential-command': {
    schema: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description: 'program, and its arguments, that prints the API key; run without a shell',
    },
    profileOnly: true,
  },
  output: {
    schema: { type: 'string', enum: outputFormats, description: 'how results are printed' },
    default: 'table',
  },
  headers: {
    schema: {
      type: 'string',
      enum: ['auto', 'always', 'never'],
      description: 'when tables name their columns; always: on pipes too',
    },
    default: 'auto',
  },
  'page-size': {
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: protocol.maxPageSize,
      description: 'items of a list to fetch with one request',
    },
    default: protocol.maxPageSize,
  },
  pager: {
    schema: { type: 'string', description: 'command that shows long output; cat for none' },
    default: 'less -FRX',
  },
  color: {
    schema: { type: 'string', enum: ['auto', 'always', 'never'], description: 'when output is coloured' },
    default: 'auto',
  },
  timeout: {
    schema: {
      type: 'number',
      minimum: 0.001,
      maximum: 86_400,
      description: 'seconds after which a request is given up',
    },
    default: 30,
  },
  retries: {
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: 10,
      description: 'how often a request is sent again where that is safe',
    },
    default: 2,
  },
  'ca-cert': {
    schema: {
      type: 'string',
      minLength: 1,
      description: 'PEM file of certificate authorities to trust as well',
    },
  },
} as const satisfies Record<string, KnownSetting>;

export type SettingName = keyof typeof table;

/** Settings by their names; what is not set is absent. */
export type SettingValues = { readonly [N in SettingName]?: FromSchema<(typeof table)[N]['schema']> };
export type SettingValue<N extends SettingName> = NonNullable<SettingValues[N]>;

export const knownSettings: Readonly<Record<SettingName, KnownSetting>> = table;
export const settingNames = Object.keys(table) as SettingName[];

/** What holds for a setting where nothing sets it. */
export const settingDefaults = Object.fromEntries(
  settingNames.map((name) => [name, knownSettings[name].default]),
) as {
  readonly [N in SettingName]: (typeof table)[N] extends { default: unknown } ? SettingValue<N> : undefined;
};

/** The variable that overrides a setting: `TUNNELCTL_PAGE_SIZE`. A command is never taken from there. */
export function settingVariable(name: SettingName): string | undefined {
  return name === 'credential-command' ? undefined : `TUNNELCTL_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** A setting by the name that somebody typed. Throws a CliError with the nearest names. */
export function findSetting(name: string): SettingName {
  const found = settingNames.find((known) => known === name.replaceAll('_', '-'));
  if (found !== undefined) return found;
  throw usageError(`${quote(name)} is not a setting${didYouMean(name, settingNames)}`, {
    hint: `settings: ${settingNames.join(', ')}`,
    next: ['tunnelctl config list'],
  });
}

/** Most who write a duration here mean the wait as a whole. */
const timeoutAdvice =
  ' of seconds for each request; write --timeout 300, or --wait-timeout 5m where a command waits';

/**
 * The value of a setting as text means it. Throws a CliError.
 * @param place what the text was given for, as `TUNNELCTL_OUTPUT`
 */
export function readSetting<N extends SettingName>(name: N, text: string, place: string): SettingValue<N> {
  const schema: ObjectSchema = knownSettings[name].schema;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const value = isNumber && /\d/.test(text) ? Number(text) : text;
  if (isNumber && (typeof value !== 'number' || Number.isNaN(value))) {
    throw fieldError(place, `${quote(text)} is not a number${name === 'timeout' ? timeoutAdvice : ''}`);
  }
  return checkSetting(name, value, place);
}

/** Judges the value of a setting. Throws a CliError. */
export function checkSetting<N extends SettingName>(name: N, value: unknown, place: string): SettingValue<N> {
  const schema: ObjectSchema = knownSettings[name].schema;
  const [problem] = validate(schema, value);
  if (problem === undefined) return value as SettingValue<N>;
  if (Array.isArray(schema.enum) && typeof value === 'string') {
    const choices = schema.enum.map(String);
    throw fieldError(
      place,
      `${quote(value)} is not one of ${choices.join(', ')}${didYouMean(value, choices)}`,
    );
  }
  throw fieldError(place, `${formatProblem(problem)}`);
}

/** Whether a text is a value of a setting that has a few words for values. */
export function isSettingValue<N extends SettingName>(
  name: N,
  value: string,
): value is SettingValue<N> & string {
  const words = knownSettings[name].schema.enum;
  return Array.isArray(words) && words.includes(value);
}

/** A setting as it can be given to `config set` again; the words of a command as a shell reads them. */
export function formatSetting(value: unknown): string {
  return Array.isArray(value) ? value.map((word) => shellWord(String(word))).join(' ') : String(value);
}
