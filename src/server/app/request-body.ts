import { isUtf8 } from 'node:buffer';
import { judgeTexts } from '../../account/expressions/judging/judges.ts';
import {
  checkStrings,
  invalidField,
  problemError,
  RequestError,
} from '../../account/records/request-error.ts';
import { protocol } from '../../contract/http/protocol.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type ValuePath, validate } from '../../contract/schema/validate.ts';
import { type ArrivingBody, bodyTooLarge, type ServiceRequest } from './arriving-body.ts';
import { type AuthenticationOptions, authenticate } from './authentication.ts';
import { scanJson } from './json-scan.ts';
import { paced } from './paced-work.ts';
import type { RequestContext } from './request-context.ts';

/** A request body: one JSON object. */
export type Body = Readonly<Record<string, unknown>>;

const noBytes = new Uint8Array();
const largeBody = 128 * 1024;

/**
 * Reads the body of an operation (contract/README.md "Requests"): JSON in UTF-8, at most 1 MiB, at most 32 deep, each
 * member once, no lone surrogate and no NUL in any string. What is wrong with its headers is said before it arrives.
 * @throws RequestError 400, 413 or 415; 401 where the key was deleted while the body arrived
 */
export async function readBody(
  operation: Operation,
  context: RequestContext,
  options: AuthenticationOptions,
): Promise<Body> {
  const { body = noBytes, headers } = context.request;
  const isHere = body instanceof Uint8Array;
  const maxBytes = isHere ? protocol.maxBodyBytes : body.maxBytes;
  const { length } = body;
  if (length !== undefined && length > maxBytes) throw bodyTooLarge(maxBytes);
  const mayBeAbsent = operation.body === undefined || operation.bodyOptional === true;
  if (length === 0 && mayBeAbsent) return {};
  // Whether there are any chunks shows only when they are read.
  const isCertain = length !== undefined || !mayBeAbsent;
  if (isCertain) checkHeaders(operation, headers);
  const bytes = isHere ? body : await readArriving(body, context, options);
  if (bytes.length === 0 && mayBeAbsent) return {};
  if (!isCertain) checkHeaders(operation, headers);
  return bytes.length < largeBody ? parseBody(bytes) : paced(() => parseBody(bytes));
}

async function readArriving(
  body: ArrivingBody,
  context: RequestContext,
  options: AuthenticationOptions,
): Promise<Uint8Array> {
  if (body.isWhole) return body.read();
  const bytes = await body.read();
  // A deleted key ends at once (contract/README.md "API key"), also while somebody sends slowly.
  await authenticate(context, options);
  return bytes;
}

/** Whether the operation takes a body that is sent like this. */
function checkHeaders({ body, method }: Operation, headers: ServiceRequest['headers']): void {
  if (body === undefined) {
    throw new RequestError('ERR_INVALID_JSON', `${method} takes no body; send none`);
  }
  const { 'content-type': contentType = '', 'content-encoding': coding = 'identity' } = headers;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== protocol.jsonType) {
    const given =
      type === '' ? 'the request has no Content-Type' : 'the Content-Type is not application/json';
    throw new RequestError('ERR_UNSUPPORTED_MEDIA_TYPE', `${given}; send Content-Type: application/json`);
  }
  if (coding.trim().toLowerCase() === 'identity') return;
  const message = 'the body has a Content-Encoding; send it as it is, without one';
  // RFC 9110 section 15.5.16: so that the client sees that the coding, not the type, is at fault.
  throw new RequestError('ERR_UNSUPPORTED_MEDIA_TYPE', message, {
    headers: { 'accept-encoding': 'identity' },
  });
}

function parseBody(bytes: Uint8Array): Body {
  if (bytes.length === 0) throw new RequestError('ERR_INVALID_JSON', 'the body is empty; send a JSON object');
  if (!isUtf8(bytes)) throw new RequestError('ERR_INVALID_JSON', 'the body is not valid UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  // Before parsing, so that no parser ever meets a hostile depth.
  const { isTooDeep, isTooManifold, repeated } = scanJson(text, protocol);
  if (isTooDeep) {
    throw new RequestError('ERR_INVALID_JSON', `the body nests deeper than ${protocol.maxNesting} levels`);
  }
  if (isTooManifold) {
    throw new RequestError('ERR_INVALID_JSON', `the body has more than ${protocol.maxValues} values`);
  }
  const value = parse(text);
  // Only an escape can bring a lone surrogate or a NUL into UTF-8 that JSON.parse takes.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) checkStrings(value, []);
  if (repeated) throw invalidField(repeated, 'is given more than once');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestError('ERR_INVALID_JSON', 'the body is JSON but not an object');
  }
  return value as Body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's message may quote the body, where a secret may stand: only its position is passed on.
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const place =
      position === undefined ? '' : ` at byte offset ${Buffer.byteLength(text.slice(0, Number(position)))}`;
    throw new RequestError('ERR_INVALID_JSON', `the body is not valid JSON${place}`);
  }
}

/**
 * Judges a request body by its schema, library formats included.
 * @throws RequestError 400 naming the first field at fault
 */
export async function validateBody(schema: ObjectSchema, body: Body): Promise<void> {
  const pending: { format: string; text: string; path: ValuePath }[] = [];
  const [problem] = validate(schema, body, {
    onFormat: (format, text, path) => {
      // An empty string clears a policy (contract/README.md "Requests", PATCH); it is no document.
      if (format !== 'traffic-policy' || text !== '') pending.push({ format, text, path });
    },
    stopsAtFirst: true,
  });
  if (problem) throw problemError(problem);
  if (pending.length === 0) return;
  const { answers, isTimeUp } = await judgeTexts(pending.map(({ format, text }) => ({ format, text })));
  const at = isTimeUp ? answers.length : answers.findIndex(({ complaint }) => complaint !== undefined);
  if (at < 0) return;
  throw invalidField(
    pending[at]?.path ?? [],
    answers[at]?.complaint ?? 'takes too long to judge; make it simpler',
  );
}
