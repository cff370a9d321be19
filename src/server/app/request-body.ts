import { isUtf8 } from 'node:buffer';
import { judgeTexts } from '../../account/expressions/judges.ts';
import {
  checkStrings,
  invalidField,
  problemError,
  RequestError,
} from '../../account/records/request-error.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import { protocol } from '../../contract/http/protocol.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type ValuePath, validate } from '../../contract/schema/validate.ts';

/** A request body: one JSON object. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * Reads the body of an operation (contract/README.md "Requests"): JSON in UTF-8, at most 1 MiB, at most 32 deep,
 * no lone surrogate and no NUL in any string.
 * @throws RequestError 400, 413 or 415
 */
export function readBody(operation: Operation, request: HttpRequest): Body {
  const bytes = request.body ?? new Uint8Array();
  if (bytes.length > protocol.maxBodyBytes) throw new RequestError('ERR_BODY_TOO_LARGE');
  if (operation.body === undefined) {
    if (bytes.length === 0) return {};
    throw new RequestError('ERR_INVALID_JSON', `${operation.method} takes no body; send none`);
  }
  if (bytes.length === 0 && operation.bodyOptional) return {};
  checkMediaType(request.headers['content-type']);
  if (bytes.length === 0) throw new RequestError('ERR_INVALID_JSON', 'the body is empty; send a JSON object');
  if (!isUtf8(bytes)) throw new RequestError('ERR_INVALID_JSON', 'the body is not valid UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  checkNesting(text);
  const value = parse(text);
  // Only an escape can bring a lone surrogate or a NUL into UTF-8 that JSON.parse takes.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) checkStrings(value, []);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestError('ERR_INVALID_JSON', 'the body is JSON but not an object');
  }
  return value as Body;
}

function checkMediaType(contentType = ''): void {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === protocol.jsonType) return;
  const given = type === '' ? 'the request has no Content-Type' : 'the Content-Type is not application/json';
  throw new RequestError('ERR_UNSUPPORTED_MEDIA_TYPE', `${given}; send Content-Type: application/json`);
}

/** Before parsing, so that no parser ever meets a hostile depth. */
function checkNesting(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > protocol.maxNesting) {
        throw new RequestError(
          'ERR_INVALID_JSON',
          `the body nests deeper than ${protocol.maxNesting} levels`,
        );
      }
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
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
