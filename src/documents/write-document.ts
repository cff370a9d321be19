import { sanitizeJson } from '../contract/rules/sanitize.ts';
import { itemText, membersText } from './yaml-text.ts';

/** A piece of an account as a document has it: the account itself, or an item of the list of this name. */
export interface DocumentPiece {
  /** `account`, or a list. */
  readonly member: string;
  /** Undefined: the list is there, and has none. */
  readonly item: object | undefined;
}

/** How a document is written. */
export type DocumentFormat = 'yaml' | 'json';

/** What a document begins with. */
export interface DocumentHead {
  /** Lines that only YAML has a place for. */
  readonly comments: readonly string[];
  /** Members before all others: `version`. */
  readonly members?: Readonly<Record<string, string | number>>;
}

/** How many pieces are handed over at once. */
const batchSize = 200;

/**
 * Pieces of a document as the text of a file, in chunks. The same pieces make the same text, item by item on lines of their
 * own, so that two documents can be compared.
 */
export async function* documentText(
  pieces: AsyncIterable<DocumentPiece> | Iterable<DocumentPiece>,
  format: DocumentFormat,
  head: DocumentHead,
): AsyncGenerator<string> {
  const writer = format === 'json' ? jsonWriter(head) : yamlWriter(head);
  let member: string | undefined;
  const textOf = (piece: DocumentPiece) => {
    const isFirst = piece.member !== member;
    member = piece.member;
    return piece.member === 'account' && piece.item !== undefined
      ? writer.account(piece.item)
      : writer.item(piece, isFirst);
  };
  yield writer.start;
  for await (const batch of batchesOf(pieces)) yield batch.map(textOf).join('');
  yield writer.end();
}

async function* batchesOf(
  pieces: AsyncIterable<DocumentPiece> | Iterable<DocumentPiece>,
): AsyncGenerator<DocumentPiece[]> {
  let batch: DocumentPiece[] = [];
  // To wait for a piece that is there takes longer than to write it.
  if (Symbol.iterator in pieces) {
    for (const piece of pieces) {
      if (batch.push(piece) < batchSize) continue;
      yield batch;
      batch = [];
    }
    return yield batch;
  }
  for await (const piece of pieces) {
    if (batch.push(piece) < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

interface DocumentWriter {
  readonly start: string;
  account(item: object): string;
  /** @param isFirst of its list */
  item(piece: DocumentPiece, isFirst: boolean): string;
  end(): string;
}

function yamlWriter({ comments, members = {} }: DocumentHead): DocumentWriter {
  return {
    start: comments.map((line) => `# ${line}\n`).join('') + membersText(members, ''),
    account: (account) => membersText({ account }, ''),
    item({ member, item }, isFirst) {
      if (item === undefined) return membersText({ [member]: [] }, '');
      return (isFirst ? `${member}:\n` : '') + itemText(item, '  ');
    },
    end: () => '',
  };
}

function jsonWriter({ members = {} }: DocumentHead): DocumentWriter {
  let isBegun = false;
  let isOpen = false;
  // As JSON.stringify would write the whole.
  const indented = (value: unknown, by: string) =>
    sanitizeJson(JSON.stringify(value, null, 2)).replaceAll('\n', `\n${by}`);
  const next = (name: string) => {
    const text = `${isOpen ? '\n  ]' : ''}${isBegun ? ',' : ''}\n  ${JSON.stringify(name)}: `;
    isBegun = true;
    isOpen = false;
    return text;
  };
  const member = (name: string, value: unknown) => next(name) + indented(value, '  ');
  return {
    start: `{${Object.entries(members)
      .map(([name, value]) => member(name, value))
      .join('')}`,
    account: (account) => member('account', account),
    item({ member: name, item }, isFirst) {
      if (item === undefined) return member(name, []);
      const before = isFirst ? `${next(name)}[\n` : ',\n';
      isOpen = true;
      return `${before}    ${indented(item, '    ')}`;
    },
    end: () => `${isOpen ? '\n  ]' : ''}\n}\n`,
  };
}
