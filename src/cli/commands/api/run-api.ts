import { STATUS_CODES } from 'node:http';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { ApiError, ResponseError } from '../../../client/errors.ts';
import { pageTrail } from '../../../client/page-trail.ts';
import { buildRawRequest, type RawRequest } from '../../../client/request.ts';
import type { HttpResponse } from '../../../contract/http/message.ts';
import { type ErrorBody, errorBody } from '../../../contract/http/message.ts';
import { sanitizeBlock } from '../../../contract/rules/sanitize.ts';
import { validate } from '../../../contract/schema/validate.ts';
import { connectLater } from '../../connect/connection.ts';
import { headerName, previewTarget } from '../../connect/request-preview.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError } from '../../errors/cli-error.ts';
import type { InputChoices } from '../../operation/request-options.ts';
import { isStructured } from '../../output/formats.ts';
import type { Query } from '../../output/query/query.ts';
import { formatStructured } from '../../output/structured.ts';
import { formatText, rawText } from '../../output/text-result.ts';
import { findTarget, sandboxUrl } from '../../settings/target.ts';
import { type ApiRequest, buildRequest, itemsOf, nextTarget } from './api-request.ts';

/** What is done with the request and its answer. */
interface ApiChoices {
  /** Print status and headers too. */
  readonly include: boolean;
  /** A JMESPath expression. */
  readonly query: string | undefined;
  readonly paginate: boolean;
  readonly preview: InputChoices['preview'];
}

/** Sends a request and prints the answer; throws for a status of 300 or more, after the body was printed. */
export async function runApi(
  given: ApiRequest,
  { include, query, paginate, preview }: ApiChoices,
  context: CommandContext,
): Promise<void> {
  const target = preview === undefined ? findTarget(context) : previewTarget(context);
  const baseUrl = target?.kind === 'service' ? target.baseUrl.value : sandboxUrl;
  if (paginate && given.method !== 'GET') throw fieldError('--paginate', 'goes with GET alone');
  const request = await buildRequest(given, baseUrl, context.text);
  const search =
    query === undefined ? undefined : await (await import('../../output/query/query.ts')).compileQuery(query);
  if (preview !== undefined) {
    const { printPreview } = await import('../../connect/request-preview.ts');
    return printPreview(preview, context, (settings) => [buildRawRequest(request, settings)]);
  }
  const service = connectLater(context);
  try {
    const { client } = await service.open();
    const trail = pageTrail(`GET ${request.target}`, request.target);
    let next: RawRequest | undefined = request;
    while (next !== undefined) {
      const answer = await client.sendRaw(next);
      if (paginate && answer.status < 300) trail.arrive(itemsOf(answer));
      if (include) await context.printer.data(sanitizeBlock(formatHead(answer)));
      await printAnswer(answer, search, context);
      requireSuccess(answer, given, baseUrl);
      const following: string | undefined = paginate ? nextTarget(answer, trail, baseUrl) : undefined;
      next = following === undefined ? undefined : { ...request, target: following };
    }
  } finally {
    await service.close();
  }
}

/**
 * Prints an answer: JSON laid out for a terminal and as it came for a pipe, unless a format or a query is asked for;
 * all else as it came.
 */
async function printAnswer(
  { body, status }: HttpResponse,
  query: Query | undefined,
  { settings, streams, printer }: CommandContext,
): Promise<void> {
  const chosen = settings.get('output')?.value;
  if (body === '' || chosen === 'none') return;
  const json = parse(body);
  // What went wrong has other members than the ones asked for.
  const search = status < 400 ? query : undefined;
  // Tables and the like are made of records, which nobody knows here.
  const format = chosen !== undefined && isStructured(chosen) ? chosen : undefined;
  if (json === undefined || (format === undefined && search === undefined && !streams.stdoutIsTTY)) {
    return printer.data(streams.stdoutIsTTY ? `${sanitizeBlock(body)}\n` : endLine(body));
  }
  const value = search === undefined ? json.value : search(json.value);
  // One text is what it says, not its JSON, unless JSON is asked for.
  if (search !== undefined && (chosen === 'raw' || (format === undefined && typeof value === 'string'))) {
    return printer.data(formatText(rawText(value), streams.stdoutIsTTY));
  }
  await printer.data(await formatStructured(value, format ?? 'json'));
}

/** Throws for an answer that is no success: an ApiError where the service says why, else a ResponseError. */
function requireSuccess(
  { status, headers, body }: HttpResponse,
  { method, path }: Pick<ApiRequest, 'method' | 'path'>,
  baseUrl: string,
): void {
  if (status < 300) return;
  const place = `${method} ${path.split('?')[0]}`;
  if (status < 400)
    throw new ResponseError(place, `answered ${status}, a redirect; it is not followed`, status, headers);
  const reason = parse(body)?.value;
  if (validate(errorBody, reason, { unknownMembers: 'allow' }).length === 0) {
    throw new ApiError(reason as ErrorBody, headers);
  }
  const { origin, prefix } = parseBaseUrl(baseUrl);
  throw new ResponseError(
    place,
    `failed with status ${status}; check the base URL ${origin}${prefix}`,
    status,
    headers,
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
