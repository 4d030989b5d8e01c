// --url: the same query on a server gives the same bytes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataFolder, type RunningService, runToEnd, startService } from './program.ts';
import { sampleFiles } from './sample-files.ts';

const data = newDataFolder({
  ...sampleFiles,
  'texts.csv': 'id,a,a\n1,"x, ""y""\n\tz",\n2,plain,0.10\n',
});
let service: RunningService;
beforeAll(async () => {
  service = await startService({ env: { DATA_DIR: data.path } });
});
afterAll(async () => {
  await service.stop();
  data.remove();
});

const queries = [
  'SELECT * FROM types.csv',
  'SELECT * FROM texts.csv ORDER BY id',
  "SELECT 34.0::DOUBLE AS d, 1552.60 AS m, [1, 2] AS l, {'a': 'x', 'n': 1.50} AS s, NULL AS n, true AS b",
  'SELECT name, age FROM users.csv WHERE age > 100',
  `SELECT MAP{'10': 1, '9': -0.0} AS m, '{"10": 1.50,"9":[],"10":"\\u0041"}'::JSON AS j`,
];

describe.each(['CSV', 'TSV', 'JSON', 'JSONARRAY', 'MARKDOWN'])('-o:%s', (format) => {
  test.each(queries)('%s', async (sql) => {
    const here = await runToEnd([`-o:${format}`, sql], { cwd: data.path });
    const there = await runToEnd([`-o:${format}`, '--url', service.url, sql]);
    expect(here.exitCode).toBe(0);
    expect(withoutAlignment(there.stdout)).toBe(withoutAlignment(here.stdout));
    expect(there).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

/** An answer names no types: a column without values is aligned as text. */
function withoutAlignment(text: string): string {
  return text.replaceAll('---:', '---');
}

test.each([
  ['SELEC 1', 2],
  ['SELECT nothing FROM users.csv', 3],
])('a fault is told in the words of the server: %s', async (sql, exitCode) => {
  const here = await runToEnd([sql], { cwd: data.path });
  expect(here.exitCode).toBe(exitCode);
  expect(await runToEnd(['--url', service.url, sql])).toEqual(here);
});

test('a server that is not there, and an address that is none', async () => {
  const gone = await startService({ env: { DATA_DIR: data.path } });
  await gone.stop();
  expect((await runToEnd(['--url', gone.url, 'SELECT 1'])).exitCode).toBe(1);
  expect((await runToEnd(['--url', 'nowhere', 'SELECT 1'])).exitCode).toBe(2);
});
