// Tests how lines of the log read at a terminal.
import { expect, test } from 'vitest';
import { logText } from '../../src/http/log-text.ts';

const time = '2024-01-15T14:30:05.678Z';
const clock = new Date(time).toTimeString().slice(0, 8);

const request = {
  msg: 'request',
  request_id: 'a-1',
  method: 'POST',
  path: '/api/v1/query',
  remote_address: '127.0.0.1',
  status: 200,
  ms: 12.3,
  rows: 9,
};

test.each([
  [
    {
      msg: 'listening',
      address: 'http://0.0.0.0:80',
      console: 'http://h/',
      version: '1',
      cache_dir: null,
    },
    'Pathql 1 listens on http://0.0.0.0:80\nConsole: http://h/\n',
  ],
  [{ msg: 'listening', address: 'http://h:80', version: '1' }, 'Pathql 1 listens on http://h:80\n'],
  [{ level: 'warn', msg: 'who can read what: anyone: all' }, 'Who can read what: anyone: all\n'],
  [request, `${clock} POST /api/v1/query 200 12.3 ms remote_address=127.0.0.1 rows=9\n`],
  [
    { ...request, status: null, aborted: true, rows: undefined },
    `${clock} POST /api/v1/query 12.3 ms remote_address=127.0.0.1 aborted=true\n`,
  ],
  [
    {
      msg: 'request',
      status: 400,
      code: 'request_invalid',
      error_type: 'invalid_input',
      reason: 'Not "HTTP"',
    },
    `${clock} request 400 code=request_invalid reason="Not \\"HTTP\\""\n`,
  ],
  [{ level: 'warn', msg: 'Did you mean A: B?' }, `${clock} warn Did you mean A: B?\n`],
  [
    { msg: 'stopping', reason: 'SIGINT', grace_ms: 5, of: ['a b'] },
    `${clock} stopping reason=SIGINT grace_ms=5 of=["a b"]\n`,
  ],
  [
    {
      level: 'error',
      ...request,
      err: { message: 'gone', stack: 'Error: gone\n  at x' },
    },
    `${clock} error POST /api/v1/query 200 12.3 ms remote_address=127.0.0.1 rows=9\n    Error: gone\n      at x\n`,
  ],
  [{ level: 'warn', msg: 'broken', err: { message: 'gone' } }, `${clock} warn broken\n    gone\n`],
  [{ msg: 'query', sql: 'a\n\u001b[31m\u009b' }, `${clock} query sql="a\\n\\u001b[31m\uFFFD"\n`],
  [{ msg: 'a\u001b]0;title\u0007' }, `${clock} a\uFFFD]0;title\uFFFD\n`],
  [{ msg: 'constructor' }, `${clock} constructor\n`],
])('%j', (fields, text) => {
  expect(logText(`${JSON.stringify({ level: 'info', time, ...fields })}\n`)).toBe(text);
});
