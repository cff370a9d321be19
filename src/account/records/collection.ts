import type { Operation, Resource } from '../../contract/schema/resource.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import type { Reader, Row, RowKeys, Transaction } from '../../store/store.ts';
import type { OperationContext, Page, RecordingTransaction } from './operation-context.ts';
import { jsonText, RecordText, rememberText } from './record-text.ts';
import { notFound } from './request-error.ts';
import { isTurnOver, takeTurns } from './turns.ts';

/** A row: the record as the API shows it (its URIs as paths), and what the API does not show. */
export interface Stored<Record, Hidden = unknown> {
  readonly record: Record;
  readonly hidden: Hidden;
}

/** How the rows of one resource are kept and found. */
interface CollectionOptions<Record, Hidden> {
  /** Values under which a row is found: see `find`. */
  readonly keys?: (row: Stored<Record, Hidden>) => RowKeys;
  /** Whether a row is there for callers at this time (milliseconds since 1970). One that hides nothing always is. */
  readonly isVisible?: (row: { readonly hidden: Hidden }, now: number) => boolean;
}

// A row's JSON is its record, as answers have it, and what the API does not show; between them stands what JSON.stringify
// never writes, so that either can be taken out without parsing.
const beforeRecord = '{"record":';
const beforeHidden = ',\n"hidden":';

/** The rows of one resource, typed, with their keys kept current. */
export class Collection<Rec extends { id: string }, Hidden = unknown> {
  readonly name: string;
  readonly #noun: string;
  readonly #eventKind: string | undefined;
  readonly #options: CollectionOptions<Rec, Hidden>;
  readonly #schema: ObjectSchema;
  readonly #inOrder: (record: Rec) => Rec;
  /** What was made of pages of rows that show the same at any time. */
  readonly #pages = new WeakMap<readonly Row[], Page<RecordText>>();

  constructor(resource: Resource, options: CollectionOptions<Rec, Hidden> = {}) {
    this.name = collectionPath(resource);
    this.#noun = resource.name.replaceAll('.', ' ').replaceAll('-', ' ').replace(/s$/, '');
    this.#eventKind = resource.eventKind;
    this.#options = options;
    this.#schema = resource.record;
    this.#inOrder = memberOrder(resource.record);
  }

  /** @throws RequestError 404 */
  async get(reader: Reader, id: string, now: number): Promise<Stored<Rec, Hidden>> {
    const row = await this.read(reader, id);
    if (row && (this.#options.isVisible?.(row, now) ?? true)) return row;
    throw notFound(this.#noun, id);
  }

  /** The record as answers have it. @throws RequestError 404 */
  async getText(reader: Reader, id: string, now: number): Promise<RecordText> {
    const row = await reader.get(this.name, id);
    const text = row && this.#visibleText(row, now);
    if (text) return text;
    throw notFound(this.#noun, id);
  }

  /** The row with this id, visible or not. */
  async read(reader: Reader, id: string): Promise<Stored<Rec, Hidden> | undefined> {
    const row = await reader.get(this.name, id);
    return row && (row.data as unknown as Stored<Rec, Hidden>);
  }

  /** Stores a new row, whose id no other row ever had. */
  async insert(transaction: RecordingTransaction, row: Stored<Rec, Hidden>): Promise<void> {
    await transaction.insert(this.name, row.record.id, this.#write(row), this.#options.keys?.(row));
    await transaction.recordEvent?.(this.#eventKind, 'created', row.record);
  }

  /** Stores a row whose record was changed. */
  async replace(transaction: RecordingTransaction, row: Stored<Rec, Hidden>): Promise<void> {
    await this.#put(transaction, row);
    await transaction.recordEvent?.(this.#eventKind, 'updated', row.record);
  }

  /** Stores a row of which only changed what the API does not show, which is no event. */
  async replaceHidden(transaction: Transaction, row: Stored<Rec, Hidden>): Promise<void> {
    await this.#put(transaction, row);
  }

  async remove(transaction: RecordingTransaction, record: Rec): Promise<void> {
    await transaction.delete(this.name, record.id);
    await transaction.recordEvent?.(this.#eventKind, 'deleted', record);
  }

  async #put(transaction: Transaction, row: Stored<Rec, Hidden>): Promise<void> {
    await transaction.put(this.name, row.record.id, this.#write(row), this.#options.keys?.(row));
  }

  /** The row as JSON. */
  #write({ record, hidden }: Stored<Rec, Hidden>): string {
    const text = jsonText(this.#schema, this.#inOrder(record));
    rememberText(record, text);
    return `${beforeRecord}${text}${beforeHidden}${JSON.stringify(hidden ?? {})}}`;
  }

  /** The record as answers have it, if callers may see it at this time. */
  #visibleText(row: Row, now: number): RecordText | undefined {
    const isVisible =
      this.#isLasting(row) || this.#options.isVisible?.(row.data as unknown as Stored<Rec, Hidden>, now);
    return isVisible ? this.#textOf(row) : undefined;
  }

  /** Whether callers see the row at any time. */
  #isLasting({ text }: Row): boolean {
    return this.#options.isVisible === undefined || text.endsWith(`${beforeHidden}{}}`);
  }

  #textOf(row: Row): RecordText {
    const { id, text } = row;
    const recordEnd = text.lastIndexOf(beforeHidden);
    // Rows of earlier versions have no mark between their parts.
    if (recordEnd === -1) return new RecordText(id, jsonText(this.#schema, row.data.record as object));
    return new RecordText(id, text.slice(beforeRecord.length, recordEnd));
  }

  /** The rows that carry `value` under the key `name`, newest first. */
  async find(reader: Reader, name: string, value: string): Promise<Stored<Rec, Hidden>[]> {
    const rows: Stored<Rec, Hidden>[] = [];
    for (const id of await reader.find(this.name, name, value)) {
      const row = await this.read(reader, id);
      if (row) rows.push(row);
    }
    return rows;
  }

  /** One page of what callers see, newest first, narrowed to what `accepts` takes. */
  async page(
    context: OperationContext,
    accepts?: (row: Stored<Rec, Hidden>) => Promise<boolean>,
  ): Promise<Page<RecordText>> {
    const now = context.now();
    const { limit } = context.page;
    const read = (before: string | undefined) => context.store.list(this.name, { before, limit: limit + 1 });
    let rows = await read(context.page.before);
    const whole = accepts ? undefined : this.#wholePage(rows, limit);
    if (whole) return whole;
    const items: RecordText[] = [];
    for (;;) {
      for (const row of rows) {
        // However many rows are passed over, others get their turn in between.
        if (isTurnOver()) await takeTurns();
        const item = this.#visibleText(row, now);
        if (!item) continue;
        if (accepts && !(await accepts(row.data as unknown as Stored<Rec, Hidden>))) continue;
        if (items.length === limit) return { items, hasMore: true };
        items.push(item);
      }
      if (rows.length <= limit) return { items, hasMore: false };
      rows = await read(rows.at(-1)?.id);
    }
  }

  /** The page of rows that are all seen at any time, made once for as long as the store has the same page. */
  #wholePage(rows: readonly Row[], limit: number): Page<RecordText> | undefined {
    const known = this.#pages.get(rows);
    if (known || !rows.every((row) => this.#isLasting(row))) return known;
    const page = {
      items: rows.slice(0, limit).map((row) => this.#textOf(row)),
      hasMore: rows.length > limit,
    };
    this.#pages.set(rows, page);
    return page;
  }
}

/** The collection of a resource of the contract, typed by its record's schema. */
export function collectionOf<R extends Resource, Hidden = unknown>(
  resource: R,
  options: CollectionOptions<FromSchema<R['record']>, Hidden> = {},
): Collection<FromSchema<R['record']> & { id: string }, Hidden> {
  return new Collection(resource, options as CollectionOptions<{ id: string }, Hidden>) as never;
}

/** Where the records of a resource are, below the base URL: `ssh_credentials`, `app/users`. */
export function collectionPath(resource: Resource): string {
  const known = paths.get(resource);
  if (known !== undefined) return known;
  const [first] = Object.values<Operation>(resource.operations);
  const path = (first?.path ?? '').slice(1).replace(/\/\{.*/, '');
  paths.set(resource, path);
  return path;
}

const paths = new WeakMap<Resource, string>();

/**
 * Puts the members of a record into the order of its schema, so that every answer shows them in one order, whatever
 * order a request or a seed had them in. Members that the schema does not know come last; those that the record does
 * not have are undefined, which no JSON shows.
 */
function memberOrder<Rec extends object>({ properties = {} }: ObjectSchema): (record: Rec) => Rec {
  // Engines copy an object of a known shape at once: half a microsecond, where one member after the other takes three.
  const template = Object.fromEntries(Object.keys(properties).map((name) => [name, undefined]));
  return (record) => ({ ...template, ...record });
}
