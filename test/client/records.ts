/** A record of an event source, the smallest kind. */
export function eventSource(type: string) {
  return { type, uri: `https://api.example.com/event_subscriptions/esb_1/sources/${type}` };
}

/** A record of an API key, as lists show it. */
export function apiKey(id: string, description = '') {
  return {
    id,
    uri: `https://api.example.com/api_keys/${id}`,
    description,
    metadata: '',
    created_at: '2026-11-21T08:00:00Z',
    token: null,
    owner_id: 'usr_1',
  };
}

/** A record of an endpoint. */
export function endpoint(id: string, members: Record<string, unknown> = {}) {
  return {
    id,
    uri: `https://api.example.com/endpoints/${id}`,
    region: 'global',
    created_at: '2026-11-21T08:00:00Z',
    updated_at: '2026-11-21T08:00:00Z',
    public_url: 'https://app.example.com',
    proto: 'https',
    scheme: 'https',
    hostport: 'app.example.com:443',
    host: 'app.example.com',
    port: 443,
    type: 'cloud',
    metadata: '',
    description: '',
    domain: { id: 'rd_1', uri: 'https://api.example.com/reserved_domains/rd_1' },
    url: 'https://app.example.com',
    principal: { id: 'usr_1', uri: 'https://api.example.com/users/usr_1' },
    bindings: ['public'],
    pooling_enabled: false,
    ...members,
  };
}

/** A page of a list, the last one unless the next is named. */
export function page(collection: string, items: readonly unknown[], nextPageUri: string | null = null) {
  return { [collection]: items, uri: 'https://api.example.com/list', next_page_uri: nextPageUri };
}

/** An error body of the API. */
export function errorBody(code: string, status: number, msg: string, field?: string) {
  const details = { operation_id: 'op_1', ...(field !== undefined && { field }) };
  return { error_code: code, status_code: status, msg, details };
}
