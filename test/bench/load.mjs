// Sends one request over and over on many kept-alive connections, and says how many were answered a second, and how long
// the slowest hundredth took.
// Bare sockets: a full HTTP client would be busier than the server it measures. Input: one JSON line on stdin.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** @type {Parameters<typeof import('./measure.mjs').sendLoad>[0]} */
const { url, request, body, status, connections, seconds } = JSON.parse(await text(process.stdin));
const { hostname, port } = new URL(url);
const headerEnd = Buffer.from('\r\n\r\n');
let wrong = 0;
let counting = false;
/** Milliseconds from request to answer. @type {number[]} */
const times = [];

// `{n}` in the body stands for a number that no other request carries.
let number = 0;
/** @param {string} body */
function nextRequest(body) {
  const content = body.replaceAll('{n}', String(++number));
  return `${request}content-length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
}

function drive() {
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let received = Buffer.alloc(0);
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(body === undefined ? `${request}\r\n` : nextRequest(body));
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf(headerEnd);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    received = received.subarray(end + 4 + length);
    if (!head.startsWith(`HTTP/1.1 ${status} `)) wrong++;
    else if (counting) times.push(performance.now() - sentAt);
    send();
  });
  return socket;
}

const sockets = Array.from({ length: connections }, drive);
/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
await wait(1000);
counting = true;
const start = process.hrtime.bigint();
await wait(seconds * 1000);
counting = false;
const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
for (const socket of sockets) socket.destroy();
times.sort((a, b) => a - b);
const p99 = times[Math.floor(times.length * 0.99)];
process.stdout.write(JSON.stringify({ perSecond: Math.round(times.length / elapsed), p99, wrong }));
