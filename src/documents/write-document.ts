/** A piece of an account as a document has it: the account itself, or an item of the list of this name. */
export interface DocumentPiece {
  /** `account`, or a list. */
  readonly member: string;
  readonly item: object;
}

/** How a document is written. JSON has no place for a header. */
export type DocumentFormat = 'yaml' | 'json';

/** How many pieces are handed over at once. */
const piecesInChunk = 200;

/**
 * Pieces of a document as the text of a file, in chunks. The same pieces make the same text, item by item on lines of their
 * own, so that two documents can be compared.
 * @param header lines for the head of the file
 */
export async function* documentText(
  pieces: AsyncIterable<DocumentPiece>,
  format: DocumentFormat,
  header: readonly string[],
): AsyncGenerator<string> {
  const writer = format === 'json' ? jsonWriter() : await yamlWriter(header);
  let chunk = writer.start;
  let count = 0;
  let member: string | undefined;
  for await (const piece of pieces) {
    chunk +=
      piece.member === 'account' ? writer.account(piece.item) : writer.item(piece, piece.member !== member);
    member = piece.member;
    count += 1;
    if (count % piecesInChunk > 0) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk + writer.end();
}

interface DocumentWriter {
  readonly start: string;
  account(item: object): string;
  /** @param isFirst of its list */
  item(piece: DocumentPiece, isFirst: boolean): string;
  end(): string;
}

async function yamlWriter(header: readonly string[]): Promise<DocumentWriter> {
  const { stringify } = await import('yaml');
  // Long texts whole; the defaults would fold them.
  const options = { lineWidth: 0, indent: 2 };
  return {
    start: header.map((line) => `# ${line}\n`).join(''),
    account: (account) => stringify({ account }, options),
    item: ({ member, item }, isFirst) =>
      (isFirst ? `${member}:\n` : '') + stringify([item], options).replace(/(^|\n)(?=[^\n])/g, '$1  '),
    end: () => '',
  };
}

function jsonWriter(): DocumentWriter {
  let isOpen = false;
  // As JSON.stringify would write the whole.
  const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
  return {
    start: '{\n',
    account: (account) => `  "account": ${indented(account, '  ')}`,
    item({ member, item }, isFirst) {
      const before = isFirst ? `${isOpen ? '\n  ]' : ''},\n  ${JSON.stringify(member)}: [\n` : ',\n';
      isOpen = true;
      return `${before}    ${indented(item, '    ')}`;
    },
    end: () => `${isOpen ? '\n  ]' : ''}\n}\n`,
  };
}
