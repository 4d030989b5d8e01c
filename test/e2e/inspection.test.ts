// explain and --watch over real files.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { untilSettled } from '../temporary-folder.ts';
import { exitOf, newDataFolder, runToEnd, startProgram } from './program.ts';

const data = newDataFolder({
  'users.csv': 'id,name\n1,Ada\n2,Bo\n',
  'latin.csv': Buffer.from('id;n\n1;x\n').toString(),
  'logs-1.csv': 'id,price\n1,0.5\n',
  'logs-2.csv': 'id,price\n2,12345678901234567.89\n',
});
afterAll(() => data.remove());
const run = (...args: string[]) => runToEnd(args, { cwd: data.path });

test('explain tells files, types and dialects of every mention, and runs no query', async () => {
  const sql = "SELECT 1 / 0, lag(1) OVER () FROM users.csv u, 'logs-*.csv' l WHERE u.id::DATE = 1";
  const { exitCode, stdout, stderr } = await run('explain', sql);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toBe(`users.csv: 2 rows, 1 file, 19 bytes
  from the files: delimiter , (comma), quote ", header, utf-8, LF
    id    BIGINT
    name  VARCHAR
logs-*.csv: 2 rows, 2 files, 47 bytes: logs-1.csv, logs-2.csv
  from the files: delimiter , (comma), quote ", header, utf-8, LF
    id     BIGINT
    price  DECIMAL(38, 2)
`);
});

test('explain tells what options change, and faults as a query would', async () => {
  const flags = ['--delim', ';', '--types', 'id=VARCHAR'];
  const { stdout } = await run('explain', ...flags, 'SELECT * FROM latin.csv');
  expect(stdout).toContain('delimiter ;');
  expect(stdout).toContain('id  VARCHAR');
  const rewritten = await run(
    'explain',
    '--comment',
    '#',
    '--delim',
    ';',
    'SELECT * FROM latin.csv',
  );
  expect(rewritten.stdout).toMatch(/from (?:a clean copy|the files)/);
  expect(await run('explain', 'SELECT * FROM user.csv')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining("Did you mean 'users.csv'?"),
  });
});

test('with --cache-dir a query keeps its tables for the next one', async () => {
  const cache = newDataFolder({});
  onTestFinished(() => cache.remove());
  await untilSettled(data.path);
  const sql = 'SELECT count(*) AS n FROM users.csv';
  const flags = ['--cache-dir', cache.path];
  const explained = async () =>
    (await run('explain', ...flags, '-o:JSON', sql)).stdout.includes('"is_cached":true');
  expect(await run(...flags, 'SELECT id / 0 FROM nope.csv')).toMatchObject({ exitCode: 4 });
  expect(await run('head', ...flags, 'latin.csv')).toMatchObject({ exitCode: 0 });
  expect(await explained()).toBe(false);
  const [first, second] = [await run(...flags, sql), await run(...flags, sql)];
  expect(first).toEqual({ exitCode: 0, stdout: 'n\n2\n', stderr: '' });
  expect(second).toEqual(first);
  expect(await explained()).toBe(true);
});

test('--watch runs again when a file changes, is away or is new, until it is stopped', async () => {
  data.write('watched-1.csv', 'a\n1\n');
  const sql = "SELECT sum(a) AS total FROM 'watched-*.csv'";
  const child = startProgram(['--watch', sql], { cwd: data.path });
  let text = '';
  const seen: (() => void)[] = [];
  const listen = (chunk: Buffer) => {
    text += chunk;
    for (const look of seen) look();
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const see = (wanted: string) =>
    new Promise<void>((resolve) => {
      seen.push(() => text.includes(wanted) && resolve());
      seen.at(-1)?.();
    });
  await see('total\n1\n');
  data.write('watched-1.csv', 'a\n20\n');
  await see('total\n20\n');
  data.write('watched-2.csv', 'a\n300\n');
  await see('total\n320\n');
  for (const name of ['watched-1.csv', 'watched-2.csv']) rmSync(join(data.path, name));
  await see("No file matches 'watched-*.csv'");
  data.write('watched-3.csv', 'a\n4000\n');
  await see('total\n4000\n');
  child.kill('SIGINT');
  expect(await exitOf(child)).toBe(130);
});

test.each([
  [['--watch', 'SELECT 1'], '--watch needs a query that names a file'],
  [['--watch', '--url', 'http://localhost:1', 'SELECT 1'], 'leave out --watch'],
])('refused: %j', async (args, message) => {
  const { exitCode, stderr } = await run(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});
