import type { Client, Page } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { ParameterValues } from '../../client/request.ts';
import type { CatalogueEntry } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import { type Operation, pathParameters } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import { CliError, fieldError } from '../errors/cli-error.ts';
import { formOf } from './id-form.ts';
import type { Lookup, OnFound } from './lookup.ts';

/** Whether only ids stand for records: scripts may want no other. */
export function takesOnlyIds({ options, streams }: Pick<CommandContext, 'options' | 'streams'>): boolean {
  return options.exactIds || Boolean(streams.env.TUNNELCTL_EXACT_IDS);
}

/** Refuses names in place of ids where nobody is asked what they mean. Throws a CliError. */
export function requireIds(
  entry: CatalogueEntry,
  targets: readonly ParameterValues[],
  context: Pick<CommandContext, 'options' | 'streams'>,
): void {
  if (takesOnlyIds(context)) return;
  for (const target of targets) {
    for (const name of pathParameters(entry.operation)) {
      const value = String(target[name] ?? '');
      if (formOf(entry, name, value) !== 'name') continue;
      throw fieldError(
        `<${name}>`,
        `${quote(value)} is no id, and to print a request nobody is asked what it means`,
        {
          hint: 'give the id; list shows it',
        },
      );
    }
  }
}

/**
 * The client, taking for an id in a path what people know a record by: its URL, its description, its key's file, the
 * beginning of its id. A whole id costs nothing; what may be one is sent as it stands, and looked up when there is no
 * such record.
 * @param entry whose arguments they are
 * @param onFound judges what was found, before anything is done with it
 */
export function takeKnownNames(
  client: Client,
  entry: CatalogueEntry,
  context: CommandContext,
  onFound: OnFound = async () => {},
): Client {
  if (takesOnlyIds(context)) return client;
  let loaded: Promise<Lookup> | undefined;
  const lookup = () => {
    loaded ??= import('./lookup.ts').then(({ openLookup }) => openLookup(client, entry, context, onFound));
    return loaded;
  };
  // A word that was no id is asked for by what it was found to mean from then on.
  const meanings = new Map<string, string>();
  const completed = (operation: Operation, parameters: ParameterValues): ParameterValues => {
    if (meanings.size === 0) return parameters;
    const whole = { ...parameters };
    for (const name of pathParameters(operation))
      whole[name] = meanings.get(`${name} ${parameters[name]}`) ?? whole[name];
    return whole;
  };
  const formsIn = (operation: Operation, parameters: ParameterValues) =>
    pathParameters(operation).map((name) => formOf(entry, name, String(parameters[name] ?? '')));

  /** What the parameters mean: names are looked up, words where it is known that they are no ids. */
  async function resolve(operation: Operation, parameters: ParameterValues, isUnknown: boolean) {
    const found: Record<string, string | number | undefined> = { ...parameters };
    for (const name of pathParameters(operation)) {
      const value = String(parameters[name] ?? '');
      const form = formOf(entry, name, value);
      const isMeant = form === 'name' || (isUnknown && form === 'word');
      if (!isMeant) continue;
      const id = await (await lookup()).find(name, value, operation);
      if (form === 'word') meanings.set(`${name} ${value}`, id);
      found[name] = id;
    }
    return found;
  }

  async function send(operation: Operation, given: ParameterValues, ...body: [unknown?]) {
    const parameters = completed(operation, given);
    const forms = formsIn(operation, parameters);
    if (forms.every((form) => form === 'id')) return client.send(operation, parameters, ...body);
    try {
      const named = forms.includes('name') ? await resolve(operation, parameters, false) : parameters;
      return await client.send(operation, named, ...body);
    } catch (error) {
      if (!forms.includes('word') || !isNotFound(error)) throw error;
      return client.send(operation, await resolve(operation, parameters, true).catch(orElse(error)), ...body);
    }
  }

  async function* listPages(operation: Operation, parameters: ParameterValues): AsyncGenerator<Page, void> {
    const forms = formsIn(operation, parameters);
    if (forms.every((form) => form === 'id')) return yield* client.listPages(operation, parameters);
    const named = forms.includes('name') ? await resolve(operation, parameters, false) : parameters;
    const pages = client.listPages(operation, named);
    let first: IteratorResult<Page, void>;
    try {
      first = await pages.next();
    } catch (error) {
      if (!forms.includes('word') || !isNotFound(error)) throw error;
      const meant = await resolve(operation, parameters, true).catch(orElse(error));
      return yield* client.listPages(operation, meant);
    }
    if (first.done) return;
    yield first.value;
    yield* pages;
  }

  return { ...client, send, listPages } as Client;
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code === 'ERR_NOT_FOUND';
}

/** Where no record is found that begins so, the service's own answer says all there is to say. */
function orElse(answer: unknown): (error: unknown) => never {
  return (error) => {
    throw error instanceof CliError && error.code !== 'NO_SUCH_RECORD' ? error : answer;
  };
}
