// Sends a generated request and checks the reply against what is documented.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isErrorBody } from './failing-queries.mjs';

const statuses = [200, 400, 404, 405];
const timeoutMs = 20_000;

/** Null, or what is wrong with the reply. */
export async function sendRandomRequest(url, request, agent) {
  const reply = await (request.raw === undefined
    ? sendWhole(url, request, agent)
    : sendRaw(url, request.raw));
  if (!statuses.includes(reply.status))
    return `status ${reply.status}: ${reply.body.slice(0, 300)}`;
  if (request.method === 'HEAD') return reply.body === '' ? null : 'a body for HEAD';
  if (reply.status === 200)
    return request.path === '/api/v1/query' ? answerFault(request, reply) : null;
  const body = parse(reply.body);
  return isErrorBody(body) ? null : `not an error body: ${reply.body.slice(0, 300)}`;
}

function answerFault({ method }, { body: text }) {
  if (method === 'OPTIONS') return null;
  const body = parse(text);
  const isAnswer =
    Object.keys(body ?? {}).join() === 'columns,rows,stats' &&
    body.stats.rows_returned === body.rows.length &&
    body.rows.every((row) => row.length === body.columns.length);
  return isAnswer ? null : `not an answer: ${text.slice(0, 300)}`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendWhole(url, { method, path, headers, body }, agent) {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ ...options, timeout: timeoutMs }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('end', () => {
        const bytes = decoded(Buffer.concat(chunks), response.headers['content-encoding']);
        resolve({ status: response.statusCode, body: bytes.toString('utf8') });
      });
      response.once('error', reject);
    });
    request.once('timeout', () => request.destroy(new Error('no reply in time')));
    request.once('error', reject);
    request.end(body);
  });
}

/** What cannot be decoded stays as it is, and is no answer. */
function decoded(bytes, encoding) {
  try {
    if (encoding === 'br') return brotliDecompressSync(bytes);
    return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  } catch {
    return bytes;
  }
}

/** Reads until the service closes the connection or goes quiet. */
function sendRaw(url, bytes) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const done = () => {
      socket.destroy();
      resolve(readReply(Buffer.concat(chunks).toString('utf8')));
    };
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no reply in time')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      socket.setTimeout(200, done);
    });
    socket.once('end', done);
    socket.once('error', reject);
  });
}

function readReply(text) {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  const bodyAt = text.indexOf('\r\n\r\n');
  return { status, body: bodyAt === -1 ? '' : text.slice(bodyAt + 4) };
}
