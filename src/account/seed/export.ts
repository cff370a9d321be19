import type { Snapshot } from '../../store/store.ts';
import type { ExportContext } from '../rules/seed-list.ts';
import { exportAccountItem } from './account-item.ts';
import { seedLists } from './lists.ts';

/** A piece of an account as a seed has it: the account itself, or an item of the list of this name. */
export interface ExportPiece {
  /** `account`, or a list. */
  readonly member: string;
  readonly item: object;
}

/**
 * An account as the pieces of a seed that brings it back, list by list, oldest first. Nothing of it is held in memory.
 * Events and requests of the past are not part of an account.
 */
export async function* exportAccount(
  options: Pick<ExportContext, 'snapshot' | 'vault' | 'withSecrets'>,
  lists = seedLists,
): AsyncGenerator<ExportPiece> {
  yield { member: 'account', item: await exportAccountItem(options) };
  const { snapshot } = options;
  const context: ExportContext = { ...options, once: readOnce(snapshot) };
  for (const list of lists) {
    for await (const { id, data } of snapshot.rows(list.collection)) {
      const item = await list.toItem?.(data, context, id);
      if (item !== undefined) yield { member: list.member, item };
    }
  }
}

function readOnce(snapshot: Snapshot): ExportContext['once'] {
  const results = new Map<unknown, Promise<unknown>>();
  return <T>(read: (snapshot: Snapshot) => Promise<T>) => {
    const result = results.get(read) ?? read(snapshot);
    results.set(read, result);
    return result as Promise<T>;
  };
}

/** How an export is written. JSON has no place for a header. */
export type SeedFormat = 'yaml' | 'json';

/** How many pieces are handed over at once. */
const piecesInChunk = 200;

/**
 * Pieces of a seed as the text of a file, in chunks. The same pieces make the same text, item by item on lines of their
 * own, so that two exports can be compared.
 * @param header lines for the head of the file
 */
export async function* seedText(
  pieces: AsyncIterable<ExportPiece>,
  format: SeedFormat,
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

interface SeedWriter {
  readonly start: string;
  account(item: object): string;
  /** @param isFirst of its list */
  item(piece: ExportPiece, isFirst: boolean): string;
  end(): string;
}

async function yamlWriter(header: readonly string[]): Promise<SeedWriter> {
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

/** What an export without secrets leaves out, and what an import makes of that: a line each. */
const withoutSecrets: readonly string[] = [
  'It holds no secrets. What an import makes of it differs from this account in these points:',
  '- API keys are there, but no token works; tunnelctl sandbox export --with-secrets keeps what tokens are known by.',
  '- SSH certificate authorities get new keys: certificates signed before are kept, and no authority vouches for them.',
  '- So does the authority of client certificates: those of Kubernetes operators are kept, and do not verify.',
  '- Secrets of event destinations are <SECRET>: import says which have to be given again.',
  '- Deleted API keys are forgotten.',
];

/** What an export with secrets is. */
const withSecrets: readonly string[] = [
  'It holds secrets: private keys, what API keys are known by, secrets of event destinations. Keep it like a password.',
];

/** The head of every export. */
export function exportHeader(accountId: string, hasSecrets: boolean): string[] {
  return [
    `tunnelctl: the account ${accountId}, as tunnelctl sandbox import and serve --seed take it.`,
    ...(hasSecrets ? withSecrets : withoutSecrets),
  ];
}
