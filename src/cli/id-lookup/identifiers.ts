import { existsSync } from 'node:fs';
import { canonicalText } from '../../contract/schema/canonical-text.ts';
import { memberAt } from '../../contract/schema/member-path.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import { filePath } from '../input/named-file.ts';
import { allColumns, type Column } from '../output/table/column.ts';

/** Whether a record is meant. */
export type Matcher = (record: unknown) => boolean;

/** The members that tell a record from others of its kind, as the contract says (`x-identifies`). */
export function identifiers({ list }: Operation): Column[] {
  return allColumns(list?.item ?? {}).filter(({ schema }) => schema?.['x-identifies']);
}

/**
 * What an argument that is no id means: the records with a member of this value, whatever its spelling. A public
 * key is meant by its file, `@FILE` or a name that ends in .pub. Throws a CliError for a file that cannot be read.
 * @param argument as messages call it: `<id>`
 */
export async function matcherOf(
  argument: string,
  value: string,
  list: Operation,
  { text, streams }: Pick<CommandContext, 'text' | 'streams'>,
): Promise<Matcher> {
  const members = identifiers(list);
  const keys = members.filter(({ schema }) => schema?.format === 'ssh-public-key');
  const isKeyFile = value.endsWith('.pub') && existsSync(filePath(value, streams));
  const isFile = value.startsWith('@') || isKeyFile;
  if (keys.length > 0 && (isFile || isPublicKey(value))) {
    const key = spelledKey(isFile ? await text(argument, isKeyFile ? `@${value}` : value) : value);
    if (key === undefined) throw fieldError(argument, `${value} holds no SSH public key`);
    return (record) => keys.some(({ path }) => spelledKey(memberAt(record, path)) === key);
  }
  const url = spelledUrl(value);
  return (record) =>
    members.some(({ path }) => {
      const member = memberAt(record, path);
      return member === value || (url !== undefined && spelledUrl(member) === url);
    });
}

function isPublicKey(value: string): boolean {
  return spelledKey(value) !== undefined;
}

/** The key alone, whatever comment stands beside it. */
function spelledKey(value: unknown): string | undefined {
  return canonicalText('ssh-public-key', String(value));
}

/** An endpoint's URL as the service writes it. */
function spelledUrl(value: unknown): string | undefined {
  const text = String(value);
  return text.includes('://') ? canonicalText('endpoint-url', text.replace(/\/$/, '')) : undefined;
}
