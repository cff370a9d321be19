/** JSON objects as the service answers them, of which the page knows no more. */
export type Json = Readonly<Record<string, unknown>>;

const wholeWords: Readonly<Record<string, string>> = {
  ssh: 'SSH',
  api: 'API',
  ip: 'IP',
  tcp: 'TCP',
  https: 'HTTPS',
  app: 'Application',
};

/** A name of the contract as a heading: `ssh-credentials` is `SSH credentials`. */
export function titleOf(name: string): string {
  const words = name.split(/[.-]/).map((word) => wholeWords[word] ?? word);
  const title = words.join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** What a column shows of a record; dots reach into members. */
export function valueAt(record: Json, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split('.')) value = isObject(value) ? value[step] : undefined;
  return value;
}

/** Any value of a record in a few words; nothing for what is empty. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (!isObject(value)) return String(value);
  if (typeof value.id === 'string' && Object.keys(value).length === 2) return value.id;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== '');
  // The one of several possible ones that is there says enough by its name.
  if (members.length === 1 && Object.keys(value).length > 1) return members[0]?.[0] ?? '';
  return members.map(([name, member]) => `${name}=${textOf(member)}`).join(', ');
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** A reference to another record: an id and its URL, and nothing else. */
export function isRef(value: unknown): value is { id: string; uri: string } {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.uri === 'string' &&
    Object.keys(value).length === 2
  );
}

/** All values of a record as one text, which a filter looks through. */
export function allText(value: unknown): string {
  if (Array.isArray(value)) return value.map(allText).join(' ');
  if (!isObject(value)) return value === null ? '' : String(value);
  return Object.values(value).map(allText).join(' ');
}
