import { parseBaseUrl } from '../../client/base-url.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { sanitizeBlock } from '../../contract/rules/sanitize.ts';
import type { CommandContext } from '../context.ts';
import { fieldError, hasCode } from '../errors/cli-error.ts';
import { formatJson, formatJsonLines, formatYaml } from '../output/structured.ts';
import { findTarget, sandboxUrl, type Target } from '../settings/target.ts';
import { userAgent } from '../version.ts';
import { shellWord } from '../words/shell-word.ts';
import { maskMembers } from './masking.ts';

/** A request that was not sent, without anything secret. */
interface RequestPreview {
  readonly method: string;
  readonly url: string;
  /** As HTTP writes their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it is; absent where there is none. */
  readonly body?: unknown;
  /** The same as it is sent, where nothing in it is secret. */
  readonly text?: string | undefined;
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
    ...(body !== undefined && readBody(body)),
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

function readBody(bytes: Uint8Array): Pick<RequestPreview, 'body' | 'text'> {
  const text = Buffer.from(bytes).toString();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Nobody can say what in it is secret.
    return { body: `(${bytes.length} bytes that are not JSON)` };
  }
  const masked = maskMembers(body);
  // What is put together again from values is not always what they were read from: large numbers, say.
  return JSON.stringify(masked) === JSON.stringify(body) ? { body, text } : { body: masked };
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
 * A request as a command for any shell of POSIX. The key comes from the environment of whoever runs it; other secrets
 * are left out: `<SECRET>` stands where they go. Throws a ProblemError for what no command can hold.
 * @param caCert file with certificates of authorities to trust
 */
function formatCurl({ method, url, headers, body, text }: RequestPreview, caCert?: string): string {
  const words = [
    // No globbing: brackets in a URL are brackets. An answer to HEAD has no body that curl could wait for.
    `curl -sS -g ${method === 'HEAD' ? '--head' : `-X ${method}`} ${formatUrl(url)}`,
    ...(caCert === undefined ? [] : [`--cacert ${shellWord(caCert)}`]),
    ...Object.entries(headers)
      // curl says who it is itself.
      .filter(([name]) => name !== 'User-Agent')
      .map(([name, value]) => `-H ${formatHeader(name, value)}`),
    ...(body === undefined ? [] : [`--data-binary ${shellWord(text ?? JSON.stringify(body))}`]),
  ];
  return `${words.join(' \\\n  ')}\n`;
}

function formatUrl(url: string): string {
  if (!url.startsWith(baseUrlVariable)) return shellWord(url);
  return `"${baseUrlVariable}"${shellWord(url.slice(baseUrlVariable.length))}`;
}

function formatHeader(name: string, value: string): string {
  // Double quotes, so that the shell puts the key in.
  if (name === 'Authorization') return '"Authorization: Bearer $TUNNELCTL_API_KEY"';
  // curl takes a header without a value for one to leave out, unless it ends so.
  return shellWord(value === '' ? `${name};` : `${name}: ${value}`, 'latin1');
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
  const opaque = previews.some(({ body, text }) => typeof body === 'string' && text === undefined);
  if (opaque) {
    throw fieldError('--curl', 'cannot show a body that is not JSON', {
      hint: 'nobody knows what in it is secret; give it to curl yourself, with --data-binary @FILE',
    });
  }
  const caCert = settings.get('ca-cert')?.value.replace(/^~(?=\/)/, streams.env.HOME ?? '~');
  if (caCert?.includes('\0')) throw fieldError('--ca-cert', 'holds a NUL, which no name of a file can');
  await printer.data(previews.map((preview) => formatCurl(preview, caCert)).join(''));
  if (previews.some(lacksSecret)) {
    await printer.notice('note: secrets are left out of the command; put them where <SECRET> stands');
  }
}

function placeOf(target: Target | undefined): { origin: string; prefix: string } {
  if (target === undefined) return { origin: baseUrlVariable, prefix: '' };
  return parseBaseUrl(target.kind === 'sandbox' ? sandboxUrl : target.baseUrl.value);
}

async function formatAll(shown: readonly RequestPreview[], format: string | undefined): Promise<string> {
  const previews = shown.map(({ text: _sent, ...preview }) => preview);
  const [only] = previews;
  const value = previews.length === 1 ? only : previews;
  if (format === 'json') return formatJson(value);
  if (format === 'jsonl') return formatJsonLines(previews);
  if (format === 'yaml') return formatYaml(value);
  return previews.map(formatPreview).join('\n');
}
