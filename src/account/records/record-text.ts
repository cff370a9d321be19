import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { absoluteUris } from './absolute-uris.ts';

/**
 * The record of a row as the API shows it, in JSON, with the base URL still missing from its URIs: where it belongs,
 * the text has `"\/`, which reads as `"/` and which no text of a user can bring about. Answers are made of such texts
 * without parsing them.
 */
export class RecordText {
  readonly id: string;
  readonly text: string;

  constructor(id: string, text: string) {
    this.id = id;
    this.text = text;
  }
}

const uriStart = '"\\/';

// Half of a character: JSON.stringify escapes it, and no text that a user gives may hold one.
const mark = '\ud800';
const markedStart = `${JSON.stringify(mark).slice(0, -1)}/`;

/** Texts of records that were just stored, so that the same record is written out once for row, event and answer. */
const texts = new WeakMap<object, string>();

/** The JSON of a value whose URIs are paths, as a `RecordText` has it. */
export function jsonText(schema: ObjectSchema, value: object): string {
  return JSON.stringify(absoluteUris(schema, value, mark)).replaceAll(markedStart, uriStart);
}

/** Remembers the text of a record for as long as somebody has the record. */
export function rememberText(record: object, text: string): void {
  texts.set(record, text);
}

/** The text of a record that was just stored. */
export function rememberedText(record: object): string | undefined {
  return texts.get(record);
}

/** What a handler answered, as text. */
export function answerText(schema: ObjectSchema, value: object): string {
  return value instanceof RecordText ? value.text : (rememberedText(value) ?? jsonText(schema, value));
}

/** JSON of a path below the base URL. */
export function uriText(path: string): string {
  return uriStart + JSON.stringify(path).slice(uriStart.length - 1);
}

/** The finished JSON. @param baseUrl what URIs start with: `http://127.0.0.1:4040` */
export function withBaseUrl(text: string, baseUrl: string): string {
  return text.replaceAll(uriStart, `${JSON.stringify(baseUrl).slice(0, -1)}/`);
}
