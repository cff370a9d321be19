import { type EndpointUrl, parseEndpointUrl } from '../../contract/rules/endpoint-url.ts';
import { ProblemError, quote } from '../../contract/rules/rule.ts';
import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import { refTo } from '../records/references.ts';
import { invalidField } from '../records/request-error.ts';
import { addEndpoint, cloudEndpoint, endpointCollection } from '../resources/endpoints.ts';
import {
  addOperator,
  type IssueCertificate,
  issuerFor,
  noCertificate,
  operatorCollection,
} from '../resources/kubernetes-operators.ts';
import { findReservedAddress, putReservedAddress } from '../resources/reserved-addresses.ts';
import { defineSeedKind, type SeedCall, type SeedEntry } from './kind.ts';
import type {
  EndpointSeed,
  IpPolicySeed,
  OperatorSeed,
  ReservedAddressSeed,
  ReservedDomainSeed,
} from './traffic-schema.ts';

export const ipPolicyKind = defineSeedKind<IpPolicySeed>({
  member: 'ip_policies',
  prefix: 'ipp',
  collection: 'ip_policies',
  add: ({ transaction }, { start: { id }, item: { description = '', metadata = '' } }) =>
    transaction.put('ip_policies', id, { id, description, metadata }),
});

export const reservedDomainKind = defineSeedKind<ReservedDomainSeed>({
  member: 'reserved_domains',
  prefix: 'rd',
  collection: 'reserved_domains',
  add: (call, entry) =>
    reserve('reserved_domains', call, entry, 'a domain', 'tls', ({ host, isInternal }) =>
      isInternal ? undefined : host,
    ),
});

export const reservedAddressKind = defineSeedKind<ReservedAddressSeed>({
  member: 'reserved_addresses',
  prefix: 'ra',
  collection: 'reserved_addrs',
  add: (call, entry) =>
    reserve('reserved_addrs', call, entry, 'a public host:port', 'tcp', ({ hostport, isInternal }) =>
      isInternal ? undefined : hostport,
    ),
});

/** Reserves what endpoints of the scheme have in their URLs, so that the two are told to be the same. */
async function reserve(
  collection: string,
  { transaction }: SeedCall,
  { start: { id }, item }: SeedEntry<ReservedDomainSeed | ReservedAddressSeed>,
  noun: string,
  scheme: string,
  nameIn: (url: EndpointUrl) => string | undefined,
): Promise<void> {
  const name = nameIn(readUrl(`${scheme}://${item.name}`));
  if (name !== item.name.toLowerCase()) throw invalidField(['name'], `${quote(item.name)} is not ${noun}`);
  const holder = await findReservedAddress(transaction, collection, name);
  if (holder !== undefined) throw invalidField(['name'], `${quote(name)} is reserved by ${holder} already`);
  await putReservedAddress(transaction, collection, { id, name });
}

function readUrl(url: string): EndpointUrl {
  try {
    return parseEndpointUrl(url);
  } catch (error) {
    if (error instanceof ProblemError) throw invalidField(['name'], error.message);
    throw error;
  }
}

export const endpointKind = defineSeedKind<EndpointSeed>({
  member: 'endpoints',
  prefix: 'ep',
  collection: endpointCollection.name,
  add(call, { start, item: { id: _id, created_at: _time, principal_id, updated_at, ...item } }) {
    const principal = refTo(principal_id ?? call.ownerId);
    const given = {
      ...item,
      principal,
      ...(updated_at !== undefined && { updated_at: normalTime(updated_at) }),
    };
    return addEndpoint(call.transaction, call, start, cloudEndpoint(given));
  },
});

export const operatorKind = defineSeedKind<OperatorSeed, never, IssueCertificate>({
  member: 'kubernetes_operators',
  prefix: 'k8sop',
  collection: operatorCollection.name,
  prepare: (service, { binding }) => issuerFor(service, binding),
  add(
    call,
    { start, item: { id: _id, created_at: _time, principal_id, updated_at, binding, ...item }, prepared },
  ) {
    const { cert, ...given } = binding ?? {};
    if (cert !== undefined && given.csr !== undefined) {
      throw invalidField(['binding', 'csr'], 'is only taken without cert');
    }
    const operator = {
      ...item,
      ...(binding && { binding: given }),
      principalId: principal_id ?? call.ownerId,
    };
    return addOperator(call.transaction, start, operator, prepared, {
      updated_at: updated_at && normalTime(updated_at),
      cert: cert && keptCertificate(cert),
    });
  },
});

type CertificateSeed = NonNullable<NonNullable<OperatorSeed['binding']>['cert']>;

function keptCertificate({ cert, not_before, not_after }: CertificateSeed) {
  if (cert === '') return noCertificate;
  if (not_before === undefined || not_after === undefined) {
    throw invalidField(['binding', 'cert'], 'needs not_before and not_after');
  }
  return { cert, not_before: normalTime(not_before), not_after: normalTime(not_after) };
}

function normalTime(time: string): string {
  return formatTimestamp(parseTimestamp(time));
}
