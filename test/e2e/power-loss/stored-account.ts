import Database from 'libsql';
import { expect } from 'vitest';
import { exampleKeys } from '../../../src/contract/examples/example-keys.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { openSandbox, type Sandbox } from '../../../src/hosting/in-process.ts';

/** The same for whoever looks, because it stands in what is compared. */
const baseUrl = 'http://sandbox.test';

/** A record as the API shows it. */
export type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: string };

export interface StoredEvent {
  readonly event_type: string;
  readonly object: StoredRecord;
}

/** What can be listed whole and has events: path, member of the list, and what events call it. */
const lists = catalogue.flatMap(({ resource: { eventKind }, operation: { path, list } }) =>
  list && eventKind !== undefined && !path.includes('{')
    ? [{ path, member: list.collection, eventKind }]
    : [],
);

/** What an account holds, read by the program from its file. */
export interface StoredAccount {
  /** From the oldest on. */
  readonly events: readonly StoredEvent[];
  /** By kind and id. */
  readonly records: ReadonlyMap<string, StoredRecord>;
}

/** The name of a record among those of an account. */
export const nameOfRecord = (kind: string, id: string) => `${kind} ${id}`;

type Get = (path: string) => Promise<Record<string, unknown>>;

/**
 * Reads what stands in a data file, which is opened as any command opens it.
 * @param authorities SSH certificate authorities that have to be there, with their keys: one signs a certificate
 * @throws Error where it cannot be opened, read, or written to
 */
export async function readAccount(file: string, authorities: readonly string[] = []): Promise<StoredAccount> {
  const sandbox = await openSandbox({ file, baseUrl });
  try {
    const ask = asker(sandbox);
    const { events } = await ask('GET', '/sandbox/v1/events?limit=10000');
    const account = {
      events: events as StoredEvent[],
      records: await readRecords((path) => ask('GET', path)),
    };
    for (const id of authorities) {
      const body = { ssh_certificate_authority_id: id, public_key: exampleKeys.ed25519, principals: ['ada'] };
      await ask('POST', '/ssh_user_certificates', body);
    }
    return account;
  } finally {
    await sandbox.close();
  }
}

async function readRecords(get: Get): Promise<Map<string, StoredRecord>> {
  const records = new Map<string, StoredRecord>();
  for (const { path, member, eventKind } of lists) {
    for (let next: string | null = path; next !== null; ) {
      const page: Record<string, unknown> = await get(next);
      for (const record of page[member] as StoredRecord[]) {
        records.set(nameOfRecord(eventKind, record.id), record);
      }
      next = page.next_page_uri === null ? null : String(page.next_page_uri).slice(baseUrl.length);
    }
  }
  return records;
}

function asker({ transport }: Sandbox) {
  return async (method: string, target: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await transport({
      method,
      target,
      headers: {
        host: new URL(baseUrl).host,
        'service-version': '2',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && Buffer.from(JSON.stringify(body)),
    });
    expect(answer.status, `${method} ${target}: ${answer.body}`).toBeLessThan(300);
    return JSON.parse(answer.body);
  };
}

/** Makes sure that tables and indexes agree with each other, whatever they are called. */
export function expectSound(file: string): void {
  const database = new Database(file);
  try {
    expect(database.prepare('PRAGMA integrity_check').raw().all([])).toEqual([['ok']]);
  } finally {
    database.close();
  }
}
