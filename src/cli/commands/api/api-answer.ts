import { STATUS_CODES } from 'node:http';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { ApiError, ResponseError } from '../../../client/errors.ts';
import { type ErrorBody, errorBody, type HttpResponse } from '../../../contract/http/message.ts';
import { validate } from '../../../contract/schema/validate.ts';
import { headerName } from '../../connect/request-preview.ts';
import type { CommandContext } from '../../context.ts';
import { isStructured } from '../../output/formats.ts';
import type { Query } from '../../output/query/query.ts';
import { formatStructured } from '../../output/structured.ts';
import { sanitizeBlock } from '../../terminal/sanitize.ts';
import type { ApiRequest } from './api-request.ts';

/** How an answer is printed. */
export interface AnswerOutput {
  /** Print status and headers too. */
  readonly include: boolean;
  readonly query: Query | undefined;
}

/**
 * Prints an answer: JSON laid out for a terminal and as it came for a pipe, unless a format or a query is asked for;
 * all else as it came.
 */
export async function printAnswer(
  answer: HttpResponse,
  { include, query }: AnswerOutput,
  { settings, streams, printer }: CommandContext,
): Promise<void> {
  if (include) await printer.data(sanitizeBlock(formatHead(answer)));
  const { body, status } = answer;
  if (body === '') return;
  const json = parse(body);
  // What went wrong has other members than the ones asked for.
  const search = status < 400 ? query : undefined;
  const chosen = settings.get('output')?.value;
  // Tables and the like are made of records, which nobody knows here.
  const format = chosen !== undefined && isStructured(chosen) ? chosen : undefined;
  if (json === undefined || (format === undefined && search === undefined && !streams.stdoutIsTTY)) {
    return printer.data(streams.stdoutIsTTY ? `${sanitizeBlock(body)}\n` : endLine(body));
  }
  const value = search === undefined ? json.value : search(json.value);
  await printer.data(await formatStructured(value, format ?? 'json'));
}

/** Throws for an answer that is no success: an ApiError where the service says why, else a ResponseError. */
export function requireSuccess(
  { status, headers, body }: HttpResponse,
  { method, path }: Pick<ApiRequest, 'method' | 'path'>,
  baseUrl: string,
): void {
  if (status < 300) return;
  const place = `${method} ${path.split('?')[0]}`;
  if (status < 400)
    throw new ResponseError(place, `answered ${status}, a redirect; it is not followed`, status);
  const reason = parse(body)?.value;
  if (validate(errorBody, reason, { unknownMembers: 'allow' }).length === 0) {
    throw new ApiError(reason as ErrorBody, headers);
  }
  const { origin, prefix } = parseBaseUrl(baseUrl);
  throw new ResponseError(
    place,
    `failed with status ${status}; check the base URL ${origin}${prefix}`,
    status,
  );
}

function formatHead({ status, headers }: HttpResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${value}`);
  return `${[`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(), ...lines].join('\n')}\n\n`;
}

function parse(body: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
