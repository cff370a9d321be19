import { accountCollections } from '../../records/account.ts';
import type { AccountSeed } from '../account-schema.ts';
import type { Seed } from '../schema.ts';
import {
  accountItem,
  apiKeys,
  credentials,
  deletedApiKeys,
  principalItem,
  sshCredentials,
} from './account-items.ts';
import { agents } from './agent-items.ts';
import { authorities, hostCertificates, userCertificates } from './certificate-items.ts';
import { httpsEdges, tcpEdges, tlsEdges } from './edge-items.ts';
import { abuseReports, applicationUsers, eventDestinations, eventSubscriptions } from './event-items.ts';
import type { ExportContext, ExportList } from './export-context.ts';
import { endpoints, ipPolicies, operators, reserved } from './traffic-items.ts';

type ListName = Exclude<keyof Seed, 'account'>;

/** Every list of a seed, in the order in which an export has them. */
const lists: { readonly [Name in ListName]: ExportList<NonNullable<Seed[Name]>[number]> } = {
  users: { collection: accountCollections.users, toItem: principalItem },
  bots: { collection: accountCollections.bots, toItem: principalItem },
  api_keys: apiKeys,
  deleted_api_keys: deletedApiKeys,
  ip_policies: ipPolicies,
  reserved_domains: reserved('reserved_domains'),
  reserved_addresses: reserved('reserved_addrs'),
  credentials,
  ssh_credentials: sshCredentials,
  ssh_certificate_authorities: authorities,
  ssh_user_certificates: userCertificates,
  ssh_host_certificates: hostCertificates,
  tcp_edges: tcpEdges,
  tls_edges: tlsEdges,
  https_edges: httpsEdges,
  endpoints,
  kubernetes_operators: operators,
  event_destinations: eventDestinations,
  event_subscriptions: eventSubscriptions,
  application_users: applicationUsers,
  abuse_reports: abuseReports,
  agents,
};

/** A piece of an account as a seed has it: the account itself, or an item of the list of this name. */
export type ExportPiece =
  | { readonly member: 'account'; readonly item: AccountSeed }
  | { readonly member: ListName; readonly item: object };

/**
 * An account as the pieces of a seed that brings it back, list by list, oldest first. Nothing of it is held in memory.
 * Events and requests of the past are not part of an account.
 */
export async function* exportAccount(showing: ExportContext): AsyncGenerator<ExportPiece> {
  yield { member: 'account', item: await accountItem(showing) };
  for (const member of Object.keys(lists) as ListName[]) {
    const { collection, toItem }: ExportList<object> = lists[member];
    for await (const { id, data } of showing.snapshot.rows(collection)) {
      const item = await toItem(data, showing, id);
      if (item !== undefined) yield { member, item };
    }
  }
}
