import { ApiError } from '../../../client/api-error.ts';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { buildRawRequest, type RawRequest } from '../../../client/request.ts';
import { ResponseError } from '../../../client/response-error.ts';
import { type ErrorBody, errorBody } from '../../../contract/http/error-body.ts';
import type { HttpResponse } from '../../../contract/http/message.ts';
import { validate } from '../../../contract/schema/validate.ts';
import { connectLater } from '../../connect/lazy-connection.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { InputOptions } from '../../input/input-options.ts';
import { createStdinReader } from '../../input/stdin-reader.ts';
import { createTextSource, readNamedFile, type TextSource } from '../../input/text-source.ts';
import type { GlobalOptions } from '../../parser/global-options.ts';
import { findTarget, sandboxUrl } from '../../settings/target.ts';
import { type GivenField, readFields, readQuery } from './api-fields.ts';
import { readHeaders } from './api-headers.ts';
import { printAnswer } from './api-output.ts';
import { nextTarget } from './api-pages.ts';
import { readApiTarget, withQuery } from './api-target.ts';

/** A request as it was given. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly GivenField[];
  readonly headers: readonly string[];
  /** File with the body; `-` for stdin. */
  readonly input: string | undefined;
}

/** What is done with the answer. */
export interface ApiOutput {
  /** Print status and headers too. */
  readonly include: boolean;
  readonly paginate: boolean;
  readonly query: string | undefined;
  readonly preview: InputOptions['preview'];
}

/** Sends a request and prints the answer; throws for a status of 400 or more, after the body was printed. */
export async function runApi(
  given: ApiRequest,
  output: ApiOutput,
  options: GlobalOptions,
  context: CommandContext,
): Promise<void> {
  const { streams } = context;
  const stdin = createStdinReader(streams);
  const text = createTextSource(streams, stdin);
  const target = findTarget(options, streams);
  const baseUrl = target.kind === 'sandbox' ? sandboxUrl : target.baseUrl.value;
  if (output.paginate && given.method !== 'GET') throw new UsageError('--paginate goes with GET alone');
  const body = await readBody(given, text, async (flag, name) =>
    name === '-' ? stdin.read(`${flag} -`) : readNamedFile(flag, name, streams),
  );
  const request = prepare(given, baseUrl, body);
  if (output.preview !== undefined) {
    const { printPreview } = await import('../../connect/print-preview.ts');
    return printPreview(output.preview, options, context, (settings) => [buildRawRequest(request, settings)]);
  }
  const service = connectLater(options, context, text);
  try {
    const { client } = await service.open();
    let next: RawRequest | undefined = request;
    while (next !== undefined) {
      const answer = await client.sendRaw(next);
      await printAnswer(answer, output, options, context);
      refuse(answer, given, baseUrl);
      const following: string | undefined = output.paginate
        ? nextTarget(answer, next.target, baseUrl)
        : undefined;
      next = following === undefined ? undefined : { ...request, target: following };
    }
  } finally {
    await service.close();
  }
}

type ReadFile = (flag: string, name: string) => Promise<Uint8Array>;

async function readBody({ method, fields, input }: ApiRequest, text: TextSource, read: ReadFile) {
  if (input !== undefined) {
    if (method === 'GET')
      throw new UsageError('--input is a body, and GET has none; name the method, such as POST');
    return read('--input', input);
  }
  if (method === 'GET' || fields.length === 0) return undefined;
  return Buffer.from(JSON.stringify(await readFields(fields, text)));
}

function prepare(
  { method, path, fields, headers, input }: ApiRequest,
  baseUrl: string,
  body: Uint8Array | undefined,
): RawRequest {
  const isQuery = method === 'GET' || input !== undefined;
  const target = readApiTarget(path, baseUrl);
  return {
    method,
    target: isQuery ? withQuery(target, readQuery(fields)) : target,
    headers: readHeaders(headers),
    ...(body !== undefined && { body }),
  };
}

function refuse(answer: HttpResponse, { method, path }: ApiRequest, baseUrl: string): void {
  const { status, headers } = answer;
  if (status < 300) return;
  const place = `${method} ${path.split('?')[0]}`;
  if (status < 400)
    throw new ResponseError(place, `answered ${status}, a redirect; it is not followed`, status);
  const body = parse(answer.body);
  if (validate(errorBody, body, { unknownMembers: 'allow' }).length === 0) {
    throw new ApiError(body as ErrorBody, headers);
  }
  const { origin, prefix } = parseBaseUrl(baseUrl);
  throw new ResponseError(
    place,
    `failed with status ${status}; check the base URL ${origin}${prefix}`,
    status,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
