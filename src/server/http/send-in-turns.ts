import type { ServerResponse } from 'node:http';
import { takeTurns } from '../../account/records/turns.ts';
import type { AppResponse } from '../app/app.ts';
import { sayFarewell } from './farewell.ts';

/** A body of more characters is not sent in one go: to make bytes of it takes too long. */
export const longBody = 1024 * 1024;

const pieceLength = 256 * 1024;

/**
 * Sends a long answer piece by piece, as the client reads it, so that others have their turn in between.
 * @param isEnd whether the connection ends with it
 */
export async function sendInTurns(
  { status, headers, body }: AppResponse,
  response: ServerResponse,
  isEnd: boolean,
): Promise<void> {
  let length = 0;
  for (const piece of piecesOf(body)) {
    await takeTurns();
    length += Buffer.byteLength(piece);
  }
  response.writeHead(status, { ...headers, 'content-length': length });
  for (const piece of piecesOf(body)) {
    await takeTurns();
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  if (isEnd) sayFarewell(response.req.socket, response.req);
  else response.end();
}

/** The parts of a text, none of which ends between the halves of a surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + pieceLength;
    const last = text.charCodeAt(end - 1);
    if (last >= 0xd800 && last < 0xdc00) end -= 1;
    yield text.slice(start, end);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
  });
}
