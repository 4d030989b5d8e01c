// The built program in its main ways of use: each is tested to the last detail in test/e2e.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { newDataFolder, type RunningService, runToEnd, startService } from '../e2e/program.ts';

const data = newDataFolder({ 'users.csv': 'id,name\n1,Ada\n2,Bo\n9007199254740993,\n' });
const sql = 'SELECT * FROM users.csv';
let service: RunningService;
beforeAll(async () => {
  service = await startService({ env: { DATA_DIR: data.path } });
});
afterAll(async () => {
  await service?.stop();
  data.remove();
});

describe('over HTTP', () => {
  test('the service is well', async () => {
    const response = await fetch(`${service.url}/api/v1/health`);
    expect(await response.json()).toEqual({ status: 'ok', version: packageJson.version });
  });

  test('a query has columns, rows and stats', async () => {
    const response = await service.query(sql);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const text = await response.text();
    expect(text).toContain(
      '{"columns":["id","name"],"rows":[[1,"Ada"],[2,"Bo"],[9007199254740993,null]],"stats":{"rows_scanned":3,"rows_returned":3,',
    );
  });

  test('a query of many rows has them all', async () => {
    const response = await service.query('SELECT range AS n FROM range(200000)');
    const { rows } = (await response.json()) as { rows: number[][] };
    expect(rows).toHaveLength(200_000);
    expect(rows.at(-1)).toEqual([199_999]);
  });

  test.each([
    ['parse_error', 'SELECT * FORM users.csv', "found 'FORM' at line 1, column 10"],
    ['invalid_input', 'SELECT * FROM user.csv', 'users.csv'],
    ['execution_error', 'SELECT nam FROM users.csv', '"name"'],
    ['invalid_input', 'SELECT * FROM ../users.csv', '../users.csv'],
  ])('%s of %s', async (errorType, wrong, words) => {
    const response = await service.query(wrong);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: expect.stringContaining(words),
      error_type: errorType,
    });
  });

  test.each([
    ['csv', 'id,name\n1,Ada\n2,Bo\n9007199254740993,\n'],
    [
      'ndjson',
      '{"id":1,"name":"Ada"}\n{"id":2,"name":"Bo"}\n{"id":9007199254740993,"name":null}\n',
    ],
  ])('an answer as %s', async (format, expected) => {
    const address = `${service.url}/api/v1/query?format=${format}&sql=${encodeURIComponent(sql)}`;
    expect(await (await fetch(address)).text()).toBe(expected);
  });

  test('an engine that dies is replaced, and only its query fails', async () => {
    const deep = `repeat('{"a":',30000)||'1'||repeat('}',30000)`;
    const response = await service.query(`SELECT json_structure(${deep})`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining('crashes the engine'),
    });
    expect(await (await service.query(sql)).json()).toMatchObject({ stats: { rows_returned: 3 } });
    expect(service.log).toContainEqual(
      expect.objectContaining({ msg: 'the engine is replaced', reason: 'crash' }),
    );
  });
});

test('told to stop, the service exits with 0', async () => {
  const own = await startService({ cwd: data.path });
  expect(await own.stop()).toBe(0);
  expect(own.log.at(-1)).toMatchObject({ msg: 'stopped' });
});

describe('on the command line', () => {
  const run = (...args: string[]) => runToEnd(args, { cwd: data.path });

  test('a query prints its rows', async () => {
    expect(await run('-o:JSON', sql)).toEqual({
      exitCode: 0,
      stdout: '{"id":1,"name":"Ada"}\n{"id":2,"name":"Bo"}\n{"id":9007199254740993,"name":null}\n',
      stderr: '',
    });
  });

  test('a query writes a file', async () => {
    const { exitCode } = await run('--ofile:names.csv', 'SELECT name FROM users.csv LIMIT 2');
    expect(exitCode).toBe(0);
    expect(readFileSync(join(data.path, 'names.csv'), 'utf8')).toBe('name\nAda\nBo\n');
  });

  test('an error goes to standard error, with an exit code', async () => {
    expect(await run('SELECT * FROM none.csv')).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringContaining("'none.csv'"),
    });
  });

  test('rows come from standard input', async () => {
    const piped = await runToEnd(['-o:CSV', 'SELECT sum(n) AS s FROM -'], { stdin: 'n\n1\n2\n' });
    expect(piped).toEqual({ exitCode: 0, stdout: 's\n3\n', stderr: '' });
  });

  test('--url asks a service', async () => {
    expect(await run('--url', service.url, '-o:CSV', 'SELECT id FROM users.csv LIMIT 1')).toEqual({
      exitCode: 0,
      stdout: 'id\n1\n',
      stderr: '',
    });
  });
});
