// The floor that `serve` is measured against: node:http and SQLite with nothing in between. It knows no keys,
// no rules, no resources. GET /<id> reads one row by its key; POST / stores the body in one durable commit.
import { createServer } from 'node:http';
import Database from 'libsql';
import { listen } from './measure.mjs';

const [file = ':memory:', first] = process.argv.slice(2);
const database = new Database(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, data TEXT) WITHOUT ROWID');
const insert = database.prepare('INSERT INTO rows VALUES (?, ?)');
const select = database.prepare('SELECT data FROM rows WHERE id = ?');
insert.run('one', first);
let count = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const row = /** @type {{ data: string }} */ (select.get(request.url?.slice(1)));
    send(response, 200, row.data);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    JSON.parse(text);
    insert.run(`row-${++count}`, text);
    send(response, 201, text);
  });
});

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} body
 */
function send(response, status, body) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

const { baseUrl: url } = await listen(server);
process.stdout.write(`${JSON.stringify({ url })}\n`);
