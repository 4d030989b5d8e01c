// Streamed answers over a stand-in engine: what comes before the rows and behind them.
import { describe, expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newApp } from './new-app.ts';
import { type StandInAnswer, StandInEngine } from './stand-in-engine.ts';

const url = '/api/v1/query?sql=x&format=csv&stream=true';
const warned: StandInAnswer = {
  rows: ['1\n', '2\n'],
  stats: { rowsReturned: 2, warnings: ['One, left out', 'Größe'] },
};

async function* failing() {
  yield '1\n';
  yield '2';
  throw new PathqlError('execution_failed', 'Could not convert x');
}

test('warnings are headers, figures are trailers', async () => {
  const { app } = newApp(new StandInEngine(() => warned));
  const { body, headers, trailers } = await app.inject(url);
  expect(body).toBe('n\n1\n2\n');
  expect(headers).toMatchObject({
    'x-pathql-warning': 'One%2C left out, Gr%C3%B6%C3%9Fe',
    'access-control-expose-headers': 'x-pathql-warning',
    trailer: 'x-rows-returned, x-rows-scanned, x-execution-time-ms',
  });
  expect(Object.keys(trailers).sort()).toEqual([
    'x-execution-time-ms',
    'x-rows-returned',
    'x-rows-scanned',
  ]);
});

describe('the end that a client asks for', () => {
  const marked = `${url}&end=mark-of_8`;

  test('has the figures', async () => {
    const { body } = await newApp(new StandInEngine(() => warned)).app.inject(marked);
    expect(body).toBe(
      'n\n1\n2\n\u001emark-of_8 {"stats":{"rows_scanned":3,"rows_returned":2,"execution_time_ms":1.5}}\n',
    );
  });

  test('has the error of a query that fails on the way', async () => {
    const engine = new StandInEngine(() => ({ rows: failing() }));
    const { app, logLines } = newApp(engine);
    const { body, statusCode } = await app.inject(marked);
    expect(statusCode).toBe(200);
    expect(body).toBe(
      'n\n1\n2\u001emark-of_8 {"error":"Could not convert x","error_type":"execution_error"}\n',
    );
    expect(logLines.map(({ code }) => code)).toContain('execution_failed');
  });
});

describe.each(['json', 'ndjson', 'csv', 'tsv', 'arrow', 'parquet'])('HEAD of %s', (format) => {
  const streams = ['ndjson', 'csv', 'tsv'].includes(format) ? [false, true] : [false];
  test.each(
    streams.flatMap((stream) =>
      ['identity', 'gzip', 'br'].map((encoding) => [stream, encoding] as const),
    ),
  )('is answered without the rows (stream: %s, %s)', async (stream, encoding) => {
    let isRead = false;
    async function* rows() {
      isRead = true;
      yield '1\n';
    }
    const engine = new StandInEngine(() => ({ ...warned, rows: rows() }));
    const { app, logLines } = newApp(engine);
    const address = `/api/v1/query?sql=x&format=${format}&stream=${stream}`;
    const headers = { 'accept-encoding': encoding };
    const head = await app.inject({ method: 'HEAD', url: address, headers });
    const { body, statusCode, headers: sent } = head;
    await expect.poll(() => engine.closedAnswers).toBe(1);
    expect([statusCode, body, isRead]).toEqual([200, '', false]);
    const { headers: asGet } = await app.inject({ url: address, headers });
    for (const name of ['content-type', 'content-encoding', 'x-pathql-warning', 'vary', 'etag']) {
      expect(sent[name]).toBe(asGet[name]);
    }
    expect(sent.trailer).toBeUndefined();
    expect(engine.requests[0]?.signal?.aborted).toBe(stream);
    expect(logLines.every(({ level }) => Number(level) < 50)).toBe(true);
  });
});

test('HEAD of a streamed query that fails before its rows gets the status of its error', async () => {
  const engine = new StandInEngine(() => {
    throw new PathqlError('execution_failed', 'no');
  });
  expect((await newApp(engine).app.inject({ method: 'HEAD', url })).statusCode).toBe(400);
});

test('many warnings become a few and a count, as clients and proxies refuse long headers', async () => {
  const warnings = Array.from({ length: 3_000 }, (_, n) => `'w/${n}.csv': 1 record left out`);
  const { app } = newApp(new StandInEngine(() => ({ rows: ['[1]'], stats: { warnings } })));
  for (const address of [url, '/api/v1/query?sql=x']) {
    const header = String((await app.inject(address)).headers['x-pathql-warning']);
    expect(header.length).toBeLessThan(2_200);
    const shown = header.split(', ').map(decodeURIComponent);
    const rest = (3_001 - shown.length).toLocaleString('en');
    expect(shown.slice(0, -1)).toEqual(warnings.slice(0, shown.length - 1));
    expect(shown.at(-1)).toBe(`… and ${rest} more of these`);
  }
});
