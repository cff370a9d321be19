import type { ExportPiece } from './account-exporter.ts';

/** How an export is written. JSON has no place for exportHeader. */
export type SeedFormat = 'yaml' | 'json';

/** How many pieces are handed over at once. */
const piecesInChunk = 200;

/**
 * Pieces of a seed as the text of a file, in chunks. The same pieces make the same text, item by item on lines of their
 * own, so that two exports can be compared.
 * @param exportHeader lines for the head of the file
 */
export async function* seedText(
  pieces: AsyncIterable<ExportPiece>,
  format: SeedFormat,
  exportHeader: readonly string[],
): AsyncGenerator<string> {
  const writer = format === 'json' ? jsonWriter() : await yamlWriter(exportHeader);
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

interface SeedWriter {
  readonly start: string;
  account(item: object): string;
  /** @param isFirst of its list */
  item(piece: ExportPiece, isFirst: boolean): string;
  end(): string;
}

async function yamlWriter(exportHeader: readonly string[]): Promise<SeedWriter> {
  const { stringify } = await import('yaml');
  // Long texts whole; the defaults would fold them.
  const options = { lineWidth: 0, indent: 2 };
  return {
    start: exportHeader.map((remark) => `# ${remark}\n`).join(''),
    account: (account) => stringify({ account }, options),
    item: ({ member, item }, isFirst) =>
      (isFirst ? `${member}:\n` : '') + stringify([item], options).replace(/^(?=.)/gm, '  '),
    end: () => '',
  };
}

function jsonWriter(): SeedWriter {
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
