import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import { maskTokens } from '../../contract/rules/api-token.ts';
import { sanitizeBlock } from '../../contract/rules/sanitize.ts';
import type { Printer } from '../printer.ts';
import { maskMembers, secretsIn } from './masking.ts';
import { headerName } from './request-preview.ts';

/** Longest part of a body that is shown, in UTF-16 units. */
const LONGEST_BODY = 4000;

/**
 * A transport that tells on stderr what is sent and what comes back, with times. Secrets are masked by the names
 * of their members, whatever their length, and wherever else one of them turns up in what a message says.
 */
export function logRequests(transport: Transport, origin: string, printer: Printer): Transport {
  // What was seen as secret once is secret in what follows: an error may repeat what was sent.
  const seen = new Set<string>();
  let count = 0;
  return async (request) => {
    const number = ++count;
    const begin = performance.now();
    noteSecrets(request, seen);
    await printer.notice(showRequest(number, request, origin, seen));
    const after = () => `${(performance.now() - begin).toFixed(0)} ms`;
    try {
      const response = await transport(request);
      for (const secret of secretsIn(parseJson(response.body))) seen.add(secret);
      await printer.notice(showResponse(number, response, after(), seen));
      return response;
    } catch (error) {
      await printer.notice(`debug: ${number} < ${hide((error as Error).message, seen)} (${after()})`);
      throw error;
    }
  };
}

function noteSecrets({ headers, body }: HttpRequest, seen: Set<string>): void {
  const key = headers.authorization?.replace(/^Bearer /, '');
  if (key) seen.add(key);
  for (const secret of body === undefined ? [] : secretsIn(parseJson(Buffer.from(body).toString())))
    seen.add(secret);
}

function showRequest(
  number: number,
  request: HttpRequest,
  origin: string,
  seen: ReadonlySet<string>,
): string {
  const { method, target, headers, body } = request;
  const head = [`debug: ${number} > ${method} ${origin}${target}  (${new Date().toISOString()})`];
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${headerName(name)}: ${name === 'authorization' ? mask : hide(value, seen)}`],
  );
  if (body !== undefined) lines.push(showBody(Buffer.from(body).toString(), seen));
  return sanitizeBlock([...head, ...lines.map((line) => `debug: ${number} > ${line}`)].join('\n'));
}

const mask = `Bearer ${protocol.secretMask}`;

function showResponse(
  number: number,
  { status, headers, body }: HttpResponse,
  after: string,
  seen: ReadonlySet<string>,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${hide(value, seen)}`);
  if (body !== '') lines.push(showBody(body, seen));
  const shown = [`${status} after ${after}`, ...lines].map((line) => `debug: ${number} < ${line}`);
  return sanitizeBlock(shown.join('\n'));
}

function showBody(text: string, seen: ReadonlySet<string>): string {
  const json = parseJson(text);
  if (json === undefined) return `(${text.length} characters that are not JSON)`;
  const shown = JSON.stringify(hideIn(maskMembers(json), seen));
  const more = shown.length - LONGEST_BODY;
  return more <= 0 ? shown : `${shown.slice(0, LONGEST_BODY)}… (${more} characters more)`;
}

function hideIn(value: unknown, seen: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return hide(value, seen);
  if (Array.isArray(value)) return value.map((item) => hideIn(item, seen));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideIn(member, seen)]));
}

/** The text without any of the secrets; a text that is one whole goes whole. The longest first: one may hold another. */
function hide(whole: string, secrets: ReadonlySet<string>): string {
  const text = maskTokens(whole);
  if (text === protocol.secretMask) return text;
  const present = [...secrets].filter((secret) => text.includes(secret)).sort((a, b) => b.length - a.length);
  if (present.length === 0) return text;
  // In one pass, so that no secret is looked for within the mask of another.
  const pattern = new RegExp(
    present.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'),
    'gu',
  );
  return text.replace(pattern, protocol.secretMask);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
