import type { ExtendedJSONSchema, FromSchema as Infer, JSONSchema } from 'json-schema-to-ts';

/**
 * What we say about a value beyond JSON Schema's own keywords. They are `x-` keywords, so that the schemas
 * stand in the OpenAPI document as they are.
 */
export type Annotations = {
  /** Longest length in bytes of UTF-8 (`maxLength` would count code points). */
  'x-max-bytes': number;
  /** The words of `enum` are taken in any letter case; records hold them as they stand in `enum`. */
  'x-any-case': boolean;
  /** Exactly one of the members is there; the others may be there as null, which is how records show them. */
  'x-one-of': boolean;
  /** Never shown again once given: masked in records, hidden in prompts and logs. */
  'x-secret': boolean;
  /**
   * The value is the id of a record, or a reference to one: the collection's name in the URL, or what the names of
   * several begin with.
   */
  'x-refers-to': string;
  /** The value tells the record from others of its kind, for people and in files (contract/README.md "What identifies a record"). */
  'x-identifies': boolean;
  /** The value is usually the content of a file; this is the name such a file has. */
  'x-file': string;
  /** A text that may be long, on one line or many: a policy, a key, a certificate. No table has room for it. */
  'x-document': boolean;
  /** What the caller should know when the member is left out or empty; requests are sent all the same. */
  'x-warn-empty': string;
  /** The value is a time, although it cannot have the `format` of one: the zero time stands for none. */
  'x-time': boolean;
  /** What holds where it is not given follows from the member of this name beside it. */
  'x-follows': string;
  /** What an empty list means, where that is more than nothing. */
  'x-empty': Emptiness;
  /** Records show the ids that the list holds as references, under this name. */
  'x-shown-as': string;
  /** The time ends a span whose length may be given in its place. */
  'x-span': Span;
  /** What a table on a terminal does with the column where there is not room for all. */
  'x-column': ColumnRoom;
  /** What of the value stays what it is when a record is changed: the scheme of a URL, the kind of an object. */
  'x-fixed': 'scheme' | 'kind';
  /** The value is an SSH certificate of this kind: what `inspect` reads and `--out` keeps in a file. */
  'x-ssh-certificate': 'user' | 'host';
};

/** How much room a column is given where there is not enough. */
export interface ColumnRoom {
  /** It stays when others go. */
  readonly kept?: boolean;
  /** It is cut no shorter than so many columns (16 unless given); `whole`: not cut as long as it fits a line at all. */
  readonly least?: number | 'whole';
}

/** A list that is empty means something: `everything`, asked for on the command line by a word in place of values. */
export interface Emptiness {
  readonly means: string;
  readonly word: string;
  /** The word is a value of the list by itself, and sent as it is. */
  readonly isValue?: true;
}

/** How the length of a span of time is given: as `--valid-for`, counted from `valid_after` or else from now. */
export interface Span {
  readonly length: string;
  readonly from: string;
}

/** A JSON Schema (draft 2020-12) in the part that `validate` knows: `keywords` there. */
export type Schema = ExtendedJSONSchema<Annotations>;

/** The TypeScript type of the values that a literal schema accepts; what has a default may be absent. */
export type FromSchema<S> = S extends JSONSchema
  ? Infer<S, { keepDefaultedPropertiesOptional: true }>
  : never;

/** A schema that is not `true` or `false`: all of ours. */
export type ObjectSchema = Exclude<Schema, boolean>;

type Members = Readonly<Record<string, ObjectSchema>>;

/** The schema of an object that has all of these members, but for those that may be absent, and no others. */
export function wholeObject<const M extends Members, const A extends keyof M & string = never>(
  properties: M,
  mayBeAbsent: readonly A[] = [],
) {
  type Name = Exclude<keyof M & string, A>;
  const isRequired = (name: string): name is Name => !mayBeAbsent.some((absent) => absent === name);
  const required: readonly Name[] = Object.keys(properties).filter(isRequired);
  return { type: 'object', additionalProperties: false, required, properties } as const;
}

/** The schema of a record: a whole object under the name of its component in the OpenAPI document. */
export function recordSchema<const M extends Members, const A extends keyof M & string = never>(
  title: string,
  properties: M,
  mayBeAbsent: readonly A[] = [],
) {
  return { title, ...wholeObject(properties, mayBeAbsent) };
}

/** The schema of a request's body, or of an object in it: these members and no others, few of them required. */
export function bodySchema<const M extends Members, const R extends keyof M & string>(
  required: readonly R[],
  properties: M,
) {
  const form = { type: 'object', additionalProperties: false } as const;
  // JSON Schema has the keyword only where something is required.
  return { ...form, ...((required.length > 0 && { required }) as { required: readonly R[] }), properties };
}
