/** The collection that holds the records of an id prefix, which is also their path below the base URL. */
const collections = {
  usr: 'users',
  bot: 'bot_users',
  rd: 'reserved_domains',
  ra: 'reserved_addrs',
  cr: 'credentials',
  sshcr: 'ssh_credentials',
  ipp: 'ip_policies',
  ts: 'tunnel_sessions',
  tn: 'tunnels',
  ep: 'endpoints',
  edgtcp: 'edges/tcp',
  edgtls: 'edges/tls',
  edghts: 'edges/https',
  edghtsrt: 'edges/https/routes',
  sshca: 'ssh_certificate_authorities',
  esb: 'event_subscriptions',
  ed: 'event_destinations',
  ak: 'api_keys',
} as const;

/** Where the record of an id is stored; `undefined` for ids of other prefixes. */
export function collectionOfId(id: string): string | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return Object.hasOwn(collections, prefix) ? collections[prefix as keyof typeof collections] : undefined;
}

/** A reference as it is stored: its `uri` is a path, which `present` puts the base URL in front of. */
export function refTo(id: string): { id: string; uri: string } {
  return { id, uri: `/${collectionOfId(id)}/${id}` };
}
