import type { HttpRequest } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { formatJson } from '../output/serialize.ts';
import { sanitizeBlock } from '../terminal/sanitize.ts';
import { maskMembers } from './masking.ts';

/** A request that was not sent, without anything secret. */
export interface RequestPreview {
  readonly method: string;
  readonly url: string;
  /** As HTTP writes their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it is; absent where there is none. */
  readonly body?: unknown;
}

/**
 * What would be sent, secrets as `<SECRET>`.
 * @param origin scheme, host and port
 * @param usesKey whether the service asks for a key: the sandbox in this process does not
 */
export function previewRequest(request: HttpRequest, origin: string, usesKey: boolean): RequestPreview {
  const { method, target, headers, body } = request;
  const { accept, authorization: _key, ...others } = headers;
  const shown = {
    accept,
    ...(usesKey && { authorization: `Bearer ${protocol.secretMask}` }),
    ...others,
  };
  return {
    method,
    url: origin + target,
    headers: Object.fromEntries(
      Object.entries(shown).flatMap(([name, value]) =>
        value === undefined ? [] : [[headerName(name), value]],
      ),
    ),
    ...(body !== undefined && { body: readBody(body) }),
  };
}

/** As it would stand on the wire. */
export function formatPreview({ method, url, headers, body }: RequestPreview): string {
  const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  const text = body === undefined ? '' : `\n${typeof body === 'string' ? `${body}\n` : formatJson(body)}`;
  return sanitizeBlock(`${head.join('\n')}\n${text}`);
}

/** `service-version` as `Service-Version`. */
export function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

function readBody(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString();
  try {
    return maskMembers(JSON.parse(text));
  } catch {
    // Nobody can say what in it is secret.
    return `(${bytes.length} bytes that are not JSON)`;
  }
}
