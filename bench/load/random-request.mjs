// Makes one request of many kinds: mostly queries, and everything else a client may get wrong.
import { pick, randomSql } from './random-sql.mjs';
import { stallingRequests } from './stalling-requests.mjs';

const queryPath = '/api/v1/query';
const paths = [
  queryPath,
  '/api/v1/health',
  '/metrics',
  '/',
  '/api/v1',
  '/api/v1/query/',
  '/api/v1/query?x=%00',
  '/%ff',
  '/../../etc/passwd',
  '/API/V1/QUERY',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];
const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json; charset=latin1',
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'json',
  '',
];
const otherHeaders = [
  ['request-timeout', ['1', '100', '0', '-1', 'soon', '1e9', '']],
  ['origin', ['http://example.com', 'null']],
  ['accept', ['text/html', '*/*', 'application/xml']],
  ['accept-encoding', ['gzip', 'br;q=1', 'identity;q=0']],
  ['content-encoding', ['gzip', 'identity']],
  ['x-request-id', ['abc', 'x'.repeat(300), '{"a":1}']],
  ['expect', ['100-continue', 'wonders']],
  ['if-none-match', ['*']],
  ['range', ['bytes=0-10']],
];

/** `raw`, when there, is sent as it is; else `method`, `path`, `headers` and `body`. */
export function randomRequest(random, dataFolder) {
  if (random() < 0.01) return stallingRequest(random, dataFolder);
  if (random() < 0.03) return { raw: randomBytesRequest(random) };
  const isQuery = random() < 0.8;
  const method = isQuery ? 'POST' : pick(random, methods);
  const path = isQuery ? queryPath : pick(random, paths);
  const hasBody = !['GET', 'HEAD', 'TRACE'].includes(method) || random() < 0.1;
  return {
    method,
    path,
    headers: randomHeaders(random),
    body: hasBody ? randomBody(random) : undefined,
  };
}

function stallingRequest(random, dataFolder) {
  const make = pick(random, Object.values(stallingRequests));
  const body = make(dataFolder, Math.floor(random() * 1e6));
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', path: queryPath, headers, body };
}

function randomHeaders(random) {
  const type = random() < 0.85 ? 'application/json' : pick(random, contentTypes);
  const headers = type === '' ? {} : { 'content-type': type };
  if (random() < 0.2) {
    const [name, values] = pick(random, otherHeaders);
    headers[name] = pick(random, values);
  }
  return headers;
}

function randomBody(random) {
  const share = random();
  if (share < 0.75) return JSON.stringify({ sql: randomSql(random) });
  if (share < 0.85) return JSON.stringify(randomDocument(random));
  if (share < 0.95) return bentJson(random);
  return pick(random, oddBodies)(random);
}

function randomDocument(random) {
  const sql = randomSql(random);
  return pick(random, [
    { sql, input_format: pick(random, ['CSV', 'csv', 'JSON', '', null, 1, ['CSV']]) },
    { sql, limit: 3 },
    { SQL: sql },
    { sql: pick(random, [null, 1, true, [], {}, [sql], '', ' ', ';', '-- nothing']) },
    { sql, __proto__: 1, constructor: {} },
    [sql],
    [],
    null,
    sql,
    42,
  ]);
}

function bentJson(random) {
  const text = JSON.stringify({ sql: randomSql(random) });
  const at = Math.floor(random() * text.length);
  const inserted = pick(random, [
    '',
    '"',
    '{',
    '}',
    ',',
    '\\',
    '\n',
    '\t',
    '\\u00',
    '//',
    "'",
    '\u0000',
  ]);
  return text.slice(0, at) + inserted + text.slice(at + Math.floor(random() * 3));
}

const oddBodies = [
  () => '',
  () => ' ',
  () => '\uFEFF{"sql":"SELECT 1"}',
  () => '['.repeat(100_000),
  () => `{"sql":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  () => '{"sql":"SELECT 1","sql":"SELECT 2"}',
  () => '{"__proto__":{"sql":"SELECT 1"}}',
  () => JSON.stringify({ sql: `SELECT ${'1+'.repeat(2_000)}1` }),
  () => JSON.stringify({ sql: `SELECT 1${' '.repeat(1_000_000)}` }),
  () => Buffer.from([0x7b, 0x22, 0x73, 0x71, 0x6c, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  (random) => Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256))),
];

function randomBytesRequest(random) {
  const body = '{"sql":"SELECT 1"}';
  return pick(random, [
    'POST /api/v1/query HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ten\r\n\r\n',
    `POST ${queryPath} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n`,
    `POST ${queryPath} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n${body}`,
    `POST ${queryPath} HTTP/1.0\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    `GET /api/v1/health HTTP/9.9\r\n\r\n`,
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    `GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n`,
    `BREW ${queryPath} HTTP/1.1\r\nhost: a\r\n\r\n`,
    'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
    '\r\n\r\n\u0001\u0002\u0003',
    'hello\r\n\r\n',
  ]);
}
