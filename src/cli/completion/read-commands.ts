import { eventTypes } from '../../contract/events/event-types.ts';
import { itemSchema } from '../../contract/schema/member-path.ts';
import type { Resource } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { serviceErrors } from '../../hosting/admin-api.ts';
import { localErrors } from '../errors/local-errors.ts';
import { summaryOf } from '../help/listed-commands.ts';
import { helpTopics } from '../help/topics.ts';
import { commandAt } from '../operation/operation-command.ts';
import { allColumns, type Column, isRefSchema } from '../output/table/column.ts';
import { otherWords } from '../parser/canonical-words.ts';
import type { CommandNode } from '../parser/command-tree.ts';
import { globalOptions } from '../parser/global-option-definitions.ts';
import { type Hint, type OptionDefinition, optionName, toggle } from '../parser/options.ts';
import { argumentsOf } from '../parser/register.ts';
import { wholeTree } from '../program.ts';
import { knownSettings } from '../settings/known-settings.ts';

/** Everything that completion scripts know: what can stand where on the command line. */
export interface CompletionModel {
  /** Every command and every word on the way to one, the program itself first. */
  readonly commands: readonly CommandModel[];
  /** Words that hints refer to by name, such as the error codes. */
  readonly lists: Readonly<Record<string, readonly DescribedWord[]>>;
}

/** A word that a shell can offer. */
export interface DescribedWord {
  readonly word: string;
  /** One line; empty where the word says all. */
  readonly description: string;
}

/** What can follow the words of a command, or of a group of commands. */
export interface CommandModel {
  /** `endpoints get`; empty for the program itself. */
  readonly words: string;
  /** The words that lead on from here; empty for a whole command. */
  readonly children: readonly ChildModel[];
  readonly options: readonly OptionModel[];
  readonly arguments: readonly ArgumentModel[];
}

/** A word that leads on. */
export interface ChildModel extends DescribedWord {
  /** Other words that lead there; they complete what follows them, and are not offered themselves. */
  readonly synonyms: readonly string[];
}

/** One spelling of an option. */
export interface OptionModel extends DescribedWord {
  /** Undefined for a switch, which takes no value. */
  readonly value: Hint | undefined;
  readonly isRepeatable: boolean;
}

export interface ArgumentModel {
  readonly value: Hint;
  /** Takes all that follow, too. */
  readonly isRepeatable: boolean;
}

/** Reads from the commands' own data what can stand where. */
export async function readCommands(root: CommandNode = wholeTree()): Promise<CompletionModel> {
  const commands = await Promise.all(nodesBelow(root, []).map(readCommand));
  return { commands, lists };
}

const lists: CompletionModel['lists'] = {
  topics: helpTopics.map(({ name, summary }) => ({ word: name, description: summary })),
  event_types: eventTypes.map((word) => ({ word, description: '' })),
  error_codes: Object.entries({ ...serviceErrors, ...localErrors }).map(([word, { meaning }]) => ({
    word,
    description: meaning,
  })),
  settings: Object.entries(knownSettings).map(([word, { schema }]) => ({
    word,
    description: schema.description ?? '',
  })),
};

/** A node of the command tree, the words that lead there, and the resource whose verb it is. */
interface Place {
  readonly node: CommandNode;
  readonly path: readonly string[];
  readonly resource: Resource | undefined;
}

function nodesBelow(node: CommandNode, path: readonly string[], resource?: Resource): Place[] {
  const below = [...node.children.values()].flatMap((child) =>
    nodesBelow(child, [...path, child.word], node.resource),
  );
  return [{ node, path, resource }, ...below];
}

async function readCommand({ node, path, resource }: Place): Promise<CommandModel> {
  const definition = await commandAt(node);
  const record: ObjectSchema | undefined = node.entry
    ? (node.entry.operation.list?.item ?? node.entry.operation.returns)
    : (definition?.prints ?? resource?.record);
  const own = Object.values<OptionDefinition>(definition?.options ?? {});
  const inherited = Object.values<OptionDefinition>(globalOptions);
  const extra = path.length === 0 ? [helpOption, versionOption] : [helpOption];
  return {
    words: path.join(' '),
    children: [...node.children.values()].map((child) => ({
      word: child.word,
      description: summaryOf(child),
      synonyms: otherWords(node, child),
    })),
    options: [...own, ...inherited, ...extra].flatMap((option) => readOption(option, record)),
    arguments: (definition ? argumentsOf(definition) : []).map((argument) => ({
      value: argument.type?.hint ?? {},
      isRepeatable: argument.syntax.includes('...'),
    })),
  };
}

const helpOption = toggle('-h, --help', 'show help');
const versionOption = toggle('--version', 'show the version');

function readOption(option: OptionDefinition, record: ObjectSchema | undefined): OptionModel[] {
  const { flags, hasNegation, isRepeatable = false, type } = option;
  const long = optionName(option);
  const [, short] = /^(-\w), /.exec(flags) ?? [];
  const spellings = [long, short, hasNegation ? long.replace('--', '--no-') : undefined];
  const [description = ''] = option.description.split('\n');
  const value = type && hintFor(type.hint ?? {}, record);
  return spellings.flatMap((word) =>
    word === undefined ? [] : [{ word, description, value, isRepeatable }],
  );
}

/** A hint that depends on what the command prints, made whole. */
function hintFor({ columns, conditions, ...hint }: Hint, record: ObjectSchema = {}): Hint {
  if (!columns && !conditions) return hint;
  const names = columns
    ? allColumns(record).map(({ name }) => name)
    : allColumns(record).flatMap(conditionsOf);
  return { ...hint, words: [...(hint.words ?? []), ...names] };
}

/** `type=cloud` for each value that there is; `url=` where a value must be typed. */
function conditionsOf({ name, schema = {} }: Column): string[] {
  const value = itemSchema(schema);
  if (value.properties !== undefined && !isRefSchema(value)) return [];
  const choices =
    value.type === 'boolean' ? ['true', 'false'] : (value.enum as readonly unknown[] | undefined);
  return (choices ?? ['']).map((choice) => `${name}=${choice}`);
}
