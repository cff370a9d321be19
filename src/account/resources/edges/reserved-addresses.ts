import { type EndpointUrl, parseEndpointUrl } from '../../../contract/rules/endpoint-url.ts';
import { ProblemError, quote } from '../../../contract/rules/rule.ts';
import type { Reader, Transaction } from '../../../store/store.ts';
import { newId, type OperationContext, type RecordingTransaction } from '../../records/operation-context.ts';
import { type Ref, refTo } from '../../records/references.ts';
import { invalidField } from '../../records/request-error.ts';
import { defineSeedList } from '../../rules/seed-list.ts';
import { itemSchema, word } from '../../rules/seed-members.ts';

/** What a reserved domain or TCP address is: nothing but the name that endpoints share. */
interface ReservedAddress {
  readonly id: string;
  /** A host for a domain, `host:port` for a TCP address. */
  readonly name: string;
}

const domains = { prefix: 'rd', collection: 'reserved_domains' } as const;
const addresses = { prefix: 'ra', collection: 'reserved_addrs' } as const;
type Kind = typeof domains | typeof addresses;

const nameIndex = 'name';

/**
 * The reserved domain or TCP address of an endpoint's URL, made when there is none yet. Internal hosts have
 * none. (contract/README.md "Endpoint")
 */
export async function reserveAddress(
  transaction: Transaction,
  context: Pick<OperationContext, 'now'>,
  url: EndpointUrl,
): Promise<{ domain?: Ref; tcp_addr?: Ref }> {
  if (url.isInternal) return {};
  return url.proto === 'tcp'
    ? { tcp_addr: refTo(await reserve(transaction, context, addresses, url.hostport)) }
    : { domain: refTo(await reserve(transaction, context, domains, url.host)) };
}

async function reserve(
  transaction: RecordingTransaction,
  context: Pick<OperationContext, 'now'>,
  kind: Kind,
  name: string,
): Promise<string> {
  const existing = await find(transaction, kind, name);
  if (existing !== undefined) return existing;
  const { id } = await newId(transaction, context, kind.prefix);
  await insert(transaction, kind, { id, name });
  if (kind === domains)
    await transaction.recordEvent?.('reserved_domain', 'created', { ...refTo(id), domain: name });
  return id;
}

/** The id of the reserved domain or address of this name, or `undefined`. */
async function find(reader: Reader, { collection }: Kind, name: string): Promise<string | undefined> {
  return (await reader.find(collection, nameIndex, name))[0];
}

/** @param address with an id that no other ever had */
async function insert(
  transaction: Transaction,
  { collection }: Kind,
  address: ReservedAddress,
): Promise<void> {
  await transaction.insert(collection, address.id, { ...address }, { [nameIndex]: [address.name] });
}

export const reservedDomainList = reservedList(domains, {
  member: 'reserved_domains',
  description: 'domains that endpoints share',
  name: 'the domain: app.example.com',
  noun: 'a domain',
  nameIn: (given) => publicUrl(`tls://${given}`)?.host,
});

export const reservedAddressList = reservedList(addresses, {
  member: 'reserved_addresses',
  description: 'TCP addresses that endpoints share',
  name: 'the address: tcp.example.com:5432',
  noun: 'a public host:port',
  nameIn: (given) => publicUrl(`tcp://${given}`)?.hostport,
});

interface ReservedList {
  readonly member: string;
  readonly description: string;
  /** Describes the name. */
  readonly name: string;
  /** What a name is, for messages. */
  readonly noun: string;
  /** What endpoints have of this name in their URLs, so that both mean the same. */
  readonly nameIn: (name: string) => string | undefined;
}

function reservedList(kind: Kind, { member, description, name, noun, nameIn }: ReservedList) {
  return defineSeedList({
    ...kind,
    member,
    description,
    item: itemSchema(kind.prefix, { name: { ...word, description: name } }, ['name']),
    async insert({ transaction }, { head: { id }, item }) {
      const name = nameIn(item.name);
      if (name !== item.name.toLowerCase())
        throw invalidField(['name'], `${quote(item.name)} is not ${noun}`);
      const holder = await find(transaction, kind, name);
      if (holder !== undefined)
        throw invalidField(['name'], `${quote(name)} is already reserved by ${holder}`);
      await insert(transaction, kind, { id, name });
    },
    toItem(row) {
      const { id, name } = row as object as ReservedAddress;
      return { id, name };
    },
  });
}

/** @returns undefined for an internal one */
function publicUrl(text: string): EndpointUrl | undefined {
  try {
    const url = parseEndpointUrl(text);
    return url.isInternal ? undefined : url;
  } catch (error) {
    if (error instanceof ProblemError) throw invalidField(['name'], error.message);
    throw error;
  }
}
