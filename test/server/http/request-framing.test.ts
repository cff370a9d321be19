import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../src/server/http/http-listener.ts';
import { openConnection, readAll, statusesIn } from '../../harness/raw-connection.ts';
import { readingApp } from '../../harness/reading-app.ts';

// Where a request ends must be beyond doubt: what somebody in between takes for a body, the service must not take for
// the next request (RFC 9112 section 11.2). Each shape is followed by one more request, and what comes back is whole.

/** What comes back for a request and the one behind it. */
async function exchange(request: string): Promise<string> {
  const listener = await listen(() => readingApp(), { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close());
  const next = 'GET /next HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';
  return readAll(openConnection(Number(new URL(listener.url).port), `${request}${next}`));
}

const head = (...headers: string[]) => `${['POST / HTTP/1.1', 'host: a', ...headers].join('\r\n')}\r\n\r\n`;
const withLength = (length: string) => `${head(`content-length:${length}`)}{}`;
const chunks = '2\r\n{}\r\n0\r\n\r\n';
const withCoding = (...codings: string[]) =>
  head(...codings.map((one) => `transfer-encoding:${one}`)) + chunks;
const withChunks = (body: string) => head('transfer-encoding: chunked') + body;
const codes = (content: string) => [...content.matchAll(/"error_code":"(\w+)"/g)].map(([, code]) => code);

describe('a request ends where its framing says, and the next one is answered:', () => {
  it.each([
    ['a length', withLength(' 2')],
    ['a length with zeros before it', withLength(' 02')],
    ['a length between blanks', withLength('  2  ')],
    ['chunks', withCoding(' chunked')],
    ['chunks in other letters', withCoding('CHUNKED ')],
    ['a chunk size with zeros before it', withChunks('0002\r\n{}\r\n000\r\n\r\n')],
    ['a chunk extension', withChunks('2;a=b;c="d\\"e"\r\n{}\r\n0;f\r\n\r\n')],
    ['a trailer', withChunks('2\r\n{}\r\n0\r\nx: y\r\n\r\n')],
    [
      'a name that only looks like one of framing',
      `${head('content-length: 2', 'transfer_encoding: chunked')}{}`,
    ],
    ['empty lines before it', `\r\n\r\n${withLength(' 2')}`],
  ])('%s', async (_what, request) => {
    const content = await exchange(request);
    expect(statusesIn(content)).toEqual([200, 200]);
    expect(content).toMatch(/\r\n\r\n2HTTP/);
  });
});

describe('a request whose end is in doubt is refused, and nothing behind it is answered:', () => {
  it.each([
    ['a length before chunks', head('content-length: 2', 'transfer-encoding: chunked') + chunks],
    ['a length after chunks', head('transfer-encoding: chunked', 'content-length: 2') + chunks],
    ['a length twice', `${head('content-length: 2', 'content-length: 2')}{}`],
    ['lengths that differ', `${head('content-length: 2', 'content-length: 3')}{}`],
    ['a list of lengths', withLength(' 2, 2')],
    ['no length', withLength('')],
    ['a length with a sign', withLength(' +2')],
    ['a negative length', withLength(' -2')],
    ['a hexadecimal length', withLength(' 0x2')],
    ['a length with a fraction', withLength(' 2.0')],
    ['a length of two words', withLength(' 2 2')],
    ['a length beyond 64 bits', withLength(' 18446744073709551618')],
    ['a blank before the colon', `${head('content-length : 2')}{}`],
    ['a tab before the colon', `${head('transfer-encoding\t: chunked')}${chunks}`],
    ['chunks before another coding', withCoding(' chunked, gzip')],
    ['chunks twice', withCoding(' chunked, chunked')],
    ['chunks in two headers', withCoding(' chunked', ' chunked')],
    ['chunks, then none', withCoding(' chunked', ' identity')],
    ['a coding behind a vertical tab', withCoding(' \x0bchunked')],
    ['a coding on a line of its own', withCoding('\r\n chunked')],
    ['chunks in HTTP/1.0', withCoding(' chunked').replace('HTTP/1.1', 'HTTP/1.0')],
    ['a header on two lines', `${head('x: a\r\n b', 'content-length: 2')}{}`],
    ['line feeds alone', withLength(' 2').replaceAll('\r\n', '\n')],
    ['one line feed alone', `${head('x: a\ny: b', 'content-length: 2')}{}`],
    ['a line feed alone at the end of the headers', withLength(' 2').replace('\r\n\r\n', '\r\n\n')],
    ['a carriage return alone', `${head('x: a\ry: b', 'content-length: 2')}{}`],
    ['a chunk size with 0x', withChunks('0x2\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size with a sign', withChunks('+2\r\n{}\r\n0\r\n\r\n')],
    ['a negative chunk size', withChunks('-2\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size before a blank', withChunks('2 \r\n{}\r\n0\r\n\r\n')],
    ['a chunk size behind a blank', withChunks(' 2\r\n{}\r\n0\r\n\r\n')],
    ['no chunk size', withChunks('\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size beyond 64 bits', withChunks('10000000000000002\r\n{}\r\n0\r\n\r\n')],
    ['a chunk that is longer than its size', withChunks('1\r\n{}\r\n0\r\n\r\n')],
    ['a chunk that is shorter than its size', withChunks('3\r\n{}\r\n0\r\n\r\n')],
    ['something else at the end of a chunk', withChunks('2\r\n{}XX0\r\n\r\n')],
    ['a line feed alone behind a chunk size', withChunks('2\n{}\r\n0\r\n\r\n')],
    ['a line feed alone behind a chunk', withChunks('2\r\n{}\n0\r\n\r\n')],
    ['a line feed alone behind the last chunk', withChunks('2\r\n{}\r\n0\n\n')],
    ['a line feed alone in a chunk extension', withChunks('2;a\nb\r\n{}\r\n0\r\n\r\n')],
    ['a carriage return alone in a chunk extension', withChunks('2;a\rb\r\n{}\r\n0\r\n\r\n')],
    ['a line break in a quoted chunk extension', withChunks('2;a="\r\n"\r\n{}\r\n0\r\n\r\n')],
    ['a length among the trailers', withChunks('2\r\n{}\r\n0\r\ncontent-length: 5\r\n\r\n')],
    ['a trailer that is no header', withChunks('2\r\n{}\r\n0\r\nnonsense\r\n\r\n')],
    ['a request of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a request of HTTP/0.9', 'GET /\r\n\r\n'],
  ])('%s', async (_what, request) => {
    const content = await exchange(request);
    expect(statusesIn(content)).toEqual([400]);
    expect(codes(content)).toEqual(['ERR_MALFORMED_REQUEST']);
  });

  it.each([
    ' gzip',
    ' gzip, chunked',
    ' identity',
    ' xchunked',
    ' "chunked"',
    ' chunked;q=1',
    '',
    ' , chunked',
  ])('the coding "%s" (501)', async (coding) => {
    const content = await exchange(withCoding(coding));
    expect(statusesIn(content)).toEqual([501]);
    expect(codes(content)).toEqual(['ERR_UNSUPPORTED_TRANSFER_CODING']);
  });

  it('chunk extensions and trailers that are long (413, 431)', async () => {
    const long = 'a'.repeat(20_000);
    expect(statusesIn(await exchange(withChunks(`2;${long}\r\n{}\r\n0\r\n\r\n`)))).toEqual([413]);
    expect(statusesIn(await exchange(withChunks(`2\r\n{}\r\n0\r\nx: ${long}\r\n\r\n`)))).toEqual([431]);
  });
});

describe('a wish for another protocol', () => {
  it.each(['h2c', 'websocket'])(
    '%s is not granted, and ends the connection, so that nothing behind it is lost unseen',
    async (protocol) => {
      const content = await exchange(
        `${head('connection: upgrade', `upgrade: ${protocol}`, 'content-length: 2')}{}`,
      );
      expect(statusesIn(content)).toEqual([200]);
      expect(content).toMatch(/\r\nconnection: close\r\n/i);
    },
  );
});

describe('what trailers say', () => {
  it('is no header of the request', async () => {
    const listener = await listen(
      () =>
        async ({ headers }) => ({ status: 200, headers: {}, body: String(headers.authorization) }),
      { host: '127.0.0.1', port: 0 },
    );
    onTestFinished(() => listener.close());
    const request = `${head('transfer-encoding: chunked', 'connection: close')}0\r\nauthorization: Bearer x\r\n\r\n`;
    const socket = openConnection(Number(new URL(listener.url).port), request);
    expect(await readAll(socket)).toMatch(/\r\n\r\nundefined$/);
  });
});
