// The floor that `serve` is measured against: node:http and SQLite with nothing in between. It knows no keys,
// no rules, no resources. GET /<id> reads one row by its key; POST / stores the body in one durable commit.
import { createServer } from 'node:http';
import Database from 'libsql';

const database = new Database(process.argv[2]);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE rows (id TEXT PRIMARY KEY, data TEXT) WITHOUT ROWID');
const insert = database.prepare('INSERT INTO rows VALUES (?, ?)');
const select = database.prepare('SELECT data FROM rows WHERE id = ?');
insert.run('one', process.argv[3]);
let count = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    send(response, 200, select.get(request.url.slice(1)).data);
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    JSON.parse(text);
    insert.run(`row-${++count}`, text);
    send(response, 201, text);
  });
});

function send(response, status, body) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
