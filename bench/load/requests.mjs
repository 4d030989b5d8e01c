// Lists the kinds of request in the mix: each sends one and says what came of it.
import { createHash } from 'node:crypto';
import { query, queryRequest, send } from '../service/http-client.mjs';
import { failingQueries, isErrorBody } from './failing-queries.mjs';
import { largeRows } from './large-file.mjs';
import { smallQueries } from './small-queries.mjs';

const timeoutMs = 30_000;

/** Kind → weight in the mix, and how to send one. Resolves with null, or with what is wrong with the answer. */
export const requestKinds = {
  ...kindsOf(smallQueries, 14, sendSmall),
  ...kindsOf(failingQueries, 4, sendFailing),
  large: { weight: 2, send: sendLarge },
  'left while it runs': { weight: 4, send: leaveWhileItRuns },
  'left while it is sent': { weight: 2, send: leaveWhileItIsSent },
};

export const changedWhileRead = 'changed while read';

function kindsOf(queries, weight, send) {
  const entries = Object.entries(queries).map(([name, make]) => [
    name,
    { weight, send: (context) => send(context, make(context.files, context.nonce)) },
  ]);
  return Object.fromEntries(entries);
}

async function sendSmall({ url, agent }, { sql, isRight }) {
  const startedAt = performance.now();
  const { status, body } = await query(url, sql, { agent, timeoutMs });
  if (isChangedWhileRead(status, body)) return changedWhileRead;
  const isFine = status === 200 && isRight(body, startedAt, performance.now());
  return isFine ? null : `${sql} → ${status} ${JSON.stringify(body)}`;
}

async function sendFailing({ url, agent }, { sql, errorType, named }) {
  const { status, body } = await query(url, sql, { agent, timeoutMs });
  if (isChangedWhileRead(status, body)) return changedWhileRead;
  const isFine =
    status === 400 &&
    isErrorBody(body) &&
    body.error_type === errorType &&
    body.error.includes(named);
  return isFine ? null : `${sql} → ${status} ${JSON.stringify(body)}`;
}

function isChangedWhileRead(status, body) {
  return (
    status === 400 && body.error_type === 'invalid_input' && / changed while /.test(body.error)
  );
}

/** The rows are hashed as they come; what stands round them is known or looked at. */
async function sendLarge({ url, agent, files, nonce }) {
  const sql = `SELECT id AS id_${nonce}, version, text FROM ${files.large.name}`;
  const head = `{"columns":["id_${nonce}","version","text"],"rows":[`;
  const body = splitBody(head.length, files.large.rowsLength);
  const startedAt = performance.now();
  const options = { ...queryRequest(sql), agent, timeoutMs, onChunk: (chunk) => body.add(chunk) };
  const { status } = await send(`${url}/api/v1/query`, options);
  const { start, rowsHash, end } = body.finish();
  if (status === 400 && start.includes(' changed')) return changedWhileRead;
  const hashes = files.large.history.during(startedAt, performance.now());
  const isKnown = hashes.some((version) => version.rowsHash === rowsHash);
  const stats = new RegExp(`^],"stats":{"rows_scanned":${largeRows},"rows_returned":${largeRows},`);
  const isFine = status === 200 && start === head && isKnown && stats.test(end);
  return isFine ? null : `${sql} → ${status} ${start} … ${end} (rows known: ${isKnown})`;
}

function splitBody(headLength, rowsLength) {
  const hash = createHash('sha1');
  const rowsEnd = headLength + rowsLength;
  const [start, end] = [[], []];
  let at = 0;
  return {
    add(chunk) {
      const cut = (from, to) => chunk.subarray(Math.max(0, from - at), Math.max(0, to - at));
      start.push(cut(at, headLength));
      hash.update(cut(headLength, rowsEnd));
      end.push(cut(rowsEnd, Number.POSITIVE_INFINITY));
      at += chunk.length;
    },
    finish: () => ({
      start: Buffer.concat(start).toString('utf8'),
      rowsHash: hash.digest('hex'),
      end: Buffer.concat(end).toString('utf8'),
    }),
  };
}

/** Seconds of work, dropped after a moment: the service must not go on with it. */
async function leaveWhileItRuns({ url, random, nonce }) {
  const sql = `SELECT SUM(a.range * b.range + ${nonce}) FROM range(200000) AS a, range(200000) AS b`;
  return sendAndLeave(url, sql, { timeoutMs: 1 + Math.floor(random() * 200) });
}

async function leaveWhileItIsSent({ url, files }) {
  const sql = `SELECT * FROM ${files.large.name}`;
  return sendAndLeave(url, sql, { timeoutMs, onChunk: (_chunk, leave) => leave() });
}

async function sendAndLeave(url, sql, options) {
  const request = { ...queryRequest(sql), agent: false, ...options };
  const result = await send(`${url}/api/v1/query`, request).catch((error) => error);
  if (result instanceof Error && /^left|^no answer in time/.test(result.message)) return null;
  return `${sql} → expected to be still at it, got ${result.status ?? result.message}`;
}
