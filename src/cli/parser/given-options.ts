import type { CommandContext } from '../context.ts';
import { type OptionDefinition, type OptionDefinitions, optionName, type ValuesOf } from './options.ts';

/** The options of one command line as they were given, not yet read. */
export class GivenOptions {
  /** In the order of the command line. */
  readonly #given: { readonly definition: OptionDefinition; readonly text: string }[] = [];

  /** @param text `true` or `false` for a switch */
  add(definition: OptionDefinition, text: string): void {
    this.#given.push({ definition, text });
  }

  /** Reads options: those that were given come first, in that order. Throws a CliError for the first that cannot be. */
  async read<const D extends OptionDefinitions>(
    definitions: D,
    context: CommandContext,
  ): Promise<ValuesOf<D>> {
    const values: Record<string, unknown> = {};
    // One after the other: stdin goes to the first that asks, and errors come in the order of the command line.
    const order = this.#given.map(({ definition }) => definition);
    const place = (definition: OptionDefinition) => order.indexOf(definition) + 1 || order.length + 1;
    const entries = Object.entries(definitions).sort(([, a], [, b]) => place(a) - place(b));
    for (const [name, definition] of entries) values[name] = await this.readOne(definition, context);
    return values as ValuesOf<D>;
  }

  /** The value of one option, read at once where its type can. */
  readOne(definition: OptionDefinition, context: CommandContext): unknown {
    const { type, isRepeatable, hasNegation, joins } = definition;
    if (joins) return undefined;
    const given = this.#given.filter(
      (one) => one.definition === definition || one.definition.joins === definition,
    );
    const last = given.at(-1)?.text;
    if (type === undefined) return hasNegation ? last : last !== undefined;
    if (isRepeatable) {
      return readAll(given, (one) =>
        one.definition.type?.read(one.text, optionName(one.definition), context),
      );
    }
    const text = last ?? definition.default;
    return text === undefined ? undefined : type.read(text, optionName(definition), context);
  }
}

/** Reads what was given one after the other. */
export async function readAll<G, T>(given: readonly G[], read: (one: G) => T | Promise<T>): Promise<T[]> {
  const values: T[] = [];
  for (const one of given) values.push(await read(one));
  return values;
}
