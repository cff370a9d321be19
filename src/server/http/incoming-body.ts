import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '../../account/records/request-error.ts';
import { type ArrivingBody, bodyTooLarge } from '../app/arriving-body.ts';
import type { Connections } from './connections.ts';

/** The rest of so short a body is waited for, so that the connection stays of use; in bytes. */
const shortBody = 64 * 1024;

const nothing = new Uint8Array();

/** A request body that arrives on a connection: what nobody asks for is not kept, nor what is beyond the limit. */
export class IncomingBody implements ArrivingBody {
  readonly length: number | undefined;
  readonly maxBytes: number;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #connections: Connections;
  /** The client sends it when it is told to. */
  #isHeldBack: boolean;

  /** @param length as it is declared, in bytes; undefined where it comes in chunks */
  constructor(
    response: ServerResponse,
    connections: Connections,
    { length, maxBytes }: { length: number | undefined; maxBytes: number },
  ) {
    const { req: request } = response;
    this.length = length;
    this.maxBytes = maxBytes;
    this.#request = request;
    this.#response = response;
    this.#connections = connections;
    this.#isHeldBack = request.headers.expect !== undefined && request.httpVersionMinor > 0;
  }

  get isWhole(): boolean {
    const { complete, readableLength } = this.#request;
    // What came with the head is there before node:http knows that it is all.
    return complete || readableLength === this.length;
  }

  /** Whether more of it is to come than is worth waiting for: then the answer is the last one of its connection. */
  get isLeftBehind(): boolean {
    if (this.isWhole) return false;
    const isShort = this.length !== undefined && this.length <= shortBody;
    return !isShort || this.#isHeldBack || this.#connections.isBroken(this.#request);
  }

  async read(): Promise<Uint8Array> {
    const { maxBytes } = this;
    if (this.#isHeldBack) this.#response.writeContinue();
    this.#isHeldBack = false;
    if (!this.isWhole) return this.#receive();
    const bytes: Buffer | null = this.#request.read();
    this.#request.resume();
    if (bytes && bytes.length > maxBytes) throw bodyTooLarge(maxBytes);
    return bytes ?? nothing;
  }

  #receive(): Promise<Uint8Array> {
    const request = this.#request;
    const connections = this.#connections;
    return new Promise((resolve, reject) => {
      let chunks: Buffer[] = [];
      let length = 0;
      let isOver = false;
      const end = () => {
        isOver = true;
        chunks = [];
        connections.stopReceiving(request);
      };
      const fail = (error: RequestError) => {
        end();
        reject(error);
      };
      request.on('data', (chunk: Buffer) => {
        if (isOver) return;
        length += chunk.length;
        if (length > this.maxBytes) {
          fail(bodyTooLarge(this.maxBytes));
          return;
        }
        chunks.push(chunk);
        connections.arrive(request, chunk.length);
      });
      request.on('end', () => {
        if (isOver) return;
        const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        end();
        resolve(bytes);
      });
      request.on('close', () => fail(cutShort()));
      if (request.destroyed) fail(cutShort());
      else connections.startReceiving(request, fail);
    });
  }
}

/** Nobody is told; the log is. */
function cutShort(): RequestError {
  return new RequestError('ERR_MALFORMED_REQUEST', 'the connection ended before the body was whole');
}

/** The body that follows the headers of a request; undefined where none does. */
export function bodyOf(
  response: ServerResponse,
  connections: Connections,
  maxBytes: number,
): IncomingBody | undefined {
  const { headers } = response.req;
  const { 'content-length': declared = '0' } = headers;
  if (headers['transfer-encoding'] !== undefined) {
    return new IncomingBody(response, connections, { length: undefined, maxBytes });
  }
  return declared === '0'
    ? undefined
    : new IncomingBody(response, connections, { length: Number(declared), maxBytes });
}
