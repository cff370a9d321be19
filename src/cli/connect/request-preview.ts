import { parseBaseUrl } from '../../client/base-url.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { sanitizeBlock } from '../../contract/rules/sanitize.ts';
import type { CommandContext } from '../context.ts';
import { fieldError, hasCode } from '../errors/cli-error.ts';
import { formatJson, formatYaml } from '../output/structured.ts';
import { findTarget, sandboxUrl, type Target } from '../settings/target.ts';
import { userAgent } from '../version.ts';
import { shellWord } from '../words/command-words.ts';
import { maskMembers } from './masking.ts';

/** A request that was not sent, without anything secret. */
interface RequestPreview {
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
function previewRequest(request: HttpRequest, origin: string, usesKey: boolean): RequestPreview {
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
function formatPreview({ method, url, headers, body }: RequestPreview): string {
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

/** Stands for a base URL that nobody has named, and is one to whoever runs the command. */
const baseUrlVariable = '$TUNNELCTL_BASE_URL';

/** What a request would go to; undefined where nothing is set up, which a look at it does not need. */
export function previewTarget(context: CommandContext): Target | undefined {
  try {
    return findTarget(context);
  } catch (error) {
    if (hasCode(error, 'NOT_CONFIGURED')) return undefined;
    throw error;
  }
}

/**
 * A request as a command for bash, zsh and the like. The key comes from the environment of whoever runs it; other
 * secrets are left out: `<SECRET>` stands where they go.
 * @param caCert file with certificates of authorities to trust
 */
function formatCurl({ method, url, headers, body }: RequestPreview, caCert?: string): string {
  const words = [
    // No globbing: brackets in a URL are brackets.
    `curl -sS -g -X ${method} ${formatUrl(url)}`,
    ...(caCert === undefined ? [] : [`--cacert ${shellWord(caCert)}`]),
    ...Object.entries(headers)
      // curl says who it is itself.
      .filter(([name]) => name !== 'User-Agent')
      .map(([name, value]) => `-H ${formatHeader(name, value)}`),
    ...(body === undefined ? [] : [`--data-binary ${shellWord(JSON.stringify(body))}`]),
  ];
  return `${words.join(' \\\n  ')}\n`;
}

function formatUrl(url: string): string {
  if (!url.startsWith(baseUrlVariable)) return shellWord(url);
  return `"${baseUrlVariable}"${shellWord(url.slice(baseUrlVariable.length))}`;
}

function formatHeader(name: string, value: string): string {
  // Double quotes, so that the shell puts the key in.
  return name === 'Authorization'
    ? '"Authorization: Bearer $TUNNELCTL_API_KEY"'
    : shellWord(`${name}: ${value}`);
}

/** Whether something was left out that the command needs. */
function lacksSecret({ body }: RequestPreview): boolean {
  return JSON.stringify(body ?? null).includes(protocol.secretMask);
}

type BuildRequests = (settings: { prefix: string; userAgent: string }) => HttpRequest[];

/** Prints requests instead of sending them. Needs no account: neither base URL nor key. */
export async function printPreview(
  form: 'request' | 'curl' | undefined,
  context: CommandContext,
  build: BuildRequests,
): Promise<void> {
  const { streams, printer, settings } = context;
  const target = previewTarget(context);
  if (target?.kind === 'sandbox' && form === 'curl') {
    throw fieldError('--curl', 'needs a service with an address, and the sandbox in this process has none', {
      hint: 'start one with tunnelctl serve, or use --dry-run',
    });
  }
  const { origin, prefix } = placeOf(target);
  const requests = build({ prefix, userAgent });
  const previews = requests.map((request) => previewRequest(request, origin, target?.kind !== 'sandbox'));
  if (target === undefined) {
    await printer.notice(`note: no base URL is set up; ${baseUrlVariable} stands in its place`);
  }
  if (form !== 'curl') return printer.data(await formatAll(previews, settings.get('output')?.value));
  const caCert = settings.get('ca-cert')?.value.replace(/^~(?=\/)/, streams.env.HOME ?? '~');
  await printer.data(previews.map((preview) => formatCurl(preview, caCert)).join(''));
  if (previews.some(lacksSecret)) {
    await printer.notice('note: secrets are left out of the command; put them where <SECRET> stands');
  }
}

function placeOf(target: Target | undefined): { origin: string; prefix: string } {
  if (target === undefined) return { origin: baseUrlVariable, prefix: '' };
  return parseBaseUrl(target.kind === 'sandbox' ? sandboxUrl : target.baseUrl.value);
}

async function formatAll(previews: readonly RequestPreview[], format: string | undefined): Promise<string> {
  const [only] = previews;
  const value = previews.length === 1 ? only : previews;
  if (format === 'json') return formatJson(value);
  if (format === 'jsonl') return previews.map((preview) => `${JSON.stringify(preview)}\n`).join('');
  if (format === 'yaml') return formatYaml(value);
  return previews.map(formatPreview).join('\n');
}
