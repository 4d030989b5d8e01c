// Values of parameters from the command line.
import { expect, test } from 'vitest';
import { runProgram } from '../run-program.ts';

const asked = async (...args: string[]) =>
  (await runProgram(args)).engine.requests.map(({ parameters }) => parameters);

test.each([
  [['--param', 'city=Lisbon', 'SELECT $city'], { city: 'Lisbon' }],
  [['--param', 'a=x=y', '--param:b=', 'SELECT $a, $b'], { a: 'x=y', b: '' }],
  [
    ['--param', '2=b', '--param', '1=a', 'SELECT $1, $2'],
    ['a', 'b'],
  ],
  [['--param', '1=a', 'SELECT ?'], ['a']],
  [['--param', '2=b', 'SELECT $2'], { '2': 'b' }],
])('%j', async (args, parameters) => {
  expect(await asked(...args)).toEqual([parameters]);
});

test('each of several statements gets those it has', async () => {
  const script = "SELECT $a; SELECT '$b'; SELECT $b, $a";
  expect(await asked('--param', 'a=1', '--param', 'b=2', script)).toEqual([
    { a: '1' },
    [],
    { a: '1', b: '2' },
  ]);
});

test('without any, the engine is asked as before', async () => {
  expect(await asked('SELECT 1')).toEqual([undefined]);
});

test.each([
  [
    ['--param', 'city', 'SELECT $city'],
    "--param expects a name and a value, as city=Lisbon, got 'city'",
  ],
  [['--param', 'a=1', '--param', 'a=2', 'SELECT $a'], '--param gives a two values'],
  [['--param', 'b=1', "SELECT $a, '$b'"], '--param b: the query has no parameter $b'],
  [['--url', 'http://x', '--param', 'a=1', 'SELECT $a'], 'leave out --param'],
])('refused: %j', async (args, message) => {
  const { exitCode, stderr, engine } = await runProgram(args);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
  expect(engine.requests).toEqual([]);
});
