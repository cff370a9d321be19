// The floor that `serve` is measured against: node:http and SQLite with nothing in between. It knows no keys, no rules,
// no resources. GET /<id> reads one row by its key; GET / joins the newest 100 rows; POST / stores the body durably:
// requests that wait share one commit, or, for POST /alone, each has its own.
import { createServer } from 'node:http';
import Database from 'libsql';
import { listen } from './measure.mjs';

const [file = ':memory:', first = '{}'] = process.argv.slice(2);
const database = new Database(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, data TEXT) WITHOUT ROWID');
const insert = database.prepare('INSERT INTO rows VALUES (?, ?)');
const select = database.prepare('SELECT data FROM rows WHERE id = ?').raw();
const newest = database.prepare('SELECT data FROM rows ORDER BY id DESC LIMIT 100').raw();
insert.run(['one', first]);
for (let n = 0; n < 150; n++) insert.run([`listed-${n}`, first]);
let count = 0;

/** @type {(() => () => void)[]} */
let waiting = [];

function commitTogether() {
  const works = waiting;
  waiting = [];
  database.exec('BEGIN IMMEDIATE');
  const answers = works.map((work) => work());
  database.exec('COMMIT');
  for (const answer of answers) answer();
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const id = request.url?.slice(1);
    if (id === '') {
      const texts = newest.all([]).map((row) => /** @type {[string]} */ (row)[0]);
      send(response, 200, `{"rows":[${texts.join()}]}`);
    } else send(response, 200, /** @type {[string]} */ (select.get([id]))[0]);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    JSON.parse(text);
    const work = () => {
      // Before the rows that are listed.
      insert.run([`a-${String(++count).padStart(9, '0')}`, text]);
      return () => send(response, 201, text);
    };
    if (request.url === '/alone') work()();
    else if (waiting.push(work) === 1) setImmediate(commitTogether);
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
