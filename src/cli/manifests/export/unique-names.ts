/** A name that somebody will read, and what it is the name of. */
export interface WantedName {
  readonly name: string;
  /** Told apart by it where several want one name; the same in every account. */
  readonly of: string;
}

/** Longer ones are cut. */
const longestName = 100;

/** How what tells names apart looks: `_` or `-`, and so many hexadecimal digits. */
const digits = 12;
const looksToldApart = new RegExp(`[-_][0-9a-f]{${digits}}$`, 'i');

/**
 * The names that are wanted, each once. Of several that want one nobody gets it: whoever can call a record as another is
 * called must not be handed the secret that was meant for that one.
 * @param separator stands in front of what tells names apart
 */
export async function uniqueNames(wanted: readonly WantedName[], separator: '_' | '-'): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { name } of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isOwn = (name: string) =>
    counts.get(name) === 1 && name.length <= longestName && !looksToldApart.test(name);
  if (wanted.every(({ name }) => isOwn(name))) return wanted.map(({ name }) => name);
  const { createHash } = await import('node:crypto');
  return wanted.map(({ name, of }) => {
    if (isOwn(name)) return name;
    const digest = createHash('sha256').update(of).digest('hex').slice(0, digits);
    const apart = separator === '_' ? digest.toUpperCase() : digest;
    return `${name.slice(0, longestName)}${separator}${apart}`;
  });
}

/** Words as the name of an environment variable: `EVENT_DESTINATION_AUDIT_LOG_CLIENT_SECRET`. */
export function variableName(words: readonly string[]): string {
  const plain = words.join(' ').normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  return plain.replace(/[^A-Z0-9]+/g, '_').replace(/^_|_$/g, '');
}

/** A URL as the name of a file, without its scheme where that is https: `app.example.com`, `tcp-db.example.com-5432`. */
export function fileName(url: string): string {
  const plain = url
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace('*', 'any');
  return plain.replace(/[^a-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || 'policy';
}
