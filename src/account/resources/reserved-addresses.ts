import type { EndpointUrl } from '../../contract/rules/endpoint-url.ts';
import type { Reader, Transaction } from '../../store/store.ts';
import { newId, type OperationContext } from '../records/operation-context.ts';
import type { RecordingTransaction } from '../records/recording-store.ts';
import { refTo } from '../records/references.ts';

/** What a reserved domain or TCP address is: nothing but the name that endpoints share. */
export interface ReservedAddress {
  readonly id: string;
  /** A host for a domain, `host:port` for a TCP address. */
  readonly name: string;
}

const nameIndex = 'name';

type AddressRefs = { domain?: { id: string; uri: string }; tcp_addr?: { id: string; uri: string } };

/**
 * The reserved domain or TCP address of an endpoint's URL, made when there is none yet. Internal hosts have
 * none. (contract/README.md "Endpoint")
 */
export async function reserveAddress(
  transaction: Transaction,
  context: Pick<OperationContext, 'now'>,
  url: EndpointUrl,
): Promise<AddressRefs> {
  if (url.isInternal) return {};
  return url.proto === 'tcp'
    ? { tcp_addr: refTo(await reserve(transaction, context, 'ra', 'reserved_addrs', url.hostport)) }
    : { domain: refTo(await reserve(transaction, context, 'rd', 'reserved_domains', url.host)) };
}

async function reserve(
  transaction: RecordingTransaction,
  context: Pick<OperationContext, 'now'>,
  prefix: string,
  collection: string,
  name: string,
): Promise<string> {
  const existing = await findReservedAddress(transaction, collection, name);
  if (existing !== undefined) return existing;
  const { id } = await newId(transaction, context, prefix);
  await putReservedAddress(transaction, collection, { id, name });
  if (prefix === 'rd')
    await transaction.recordEvent?.('reserved_domain', 'created', { ...refTo(id), domain: name });
  return id;
}

/** The id of the reserved domain or address of this name, or `undefined`. */
export async function findReservedAddress(
  reader: Reader,
  collection: string,
  name: string,
): Promise<string | undefined> {
  return (await reader.find(collection, nameIndex, name))[0];
}

/** Stores a reserved domain or address with the key that endpoints find it by. */
export async function putReservedAddress(
  transaction: Transaction,
  collection: string,
  address: ReservedAddress,
): Promise<void> {
  await transaction.put(collection, address.id, { ...address }, { [nameIndex]: [address.name] });
}
