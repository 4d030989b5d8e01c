// pathql explain: what a query would read, for people and for programs.
import { expect, test } from 'vitest';
import { runProgram } from '../run-program.ts';

test('tells people', async () => {
  const { stdout, exitCode } = await runProgram(['explain', 'SELECT * FROM users.csv']);
  expect({ stdout, exitCode }).toEqual({
    exitCode: 0,
    stdout: `users.csv: 1,204 rows, 1 file, 1,234 bytes
  from the files: delimiter tab, quote ", header, utf-8, LF
    id          BIGINT
    birth year  DATE
`,
  });
});

test('tells programs', async () => {
  const { stdout } = await runProgram(['explain', '-o:JSON', 'SELECT * FROM users.csv']);
  expect(JSON.parse(stdout)).toMatchObject({
    written: ['users.csv'],
    row_count: 1_204,
    is_cached: false,
    dialects: [{ file_count: 1, delimiter: '\t', header: true, line_end: 'LF' }],
  });
});

test('asks with read options and parameters, and runs nothing', async () => {
  const args = ['explain', '--delim', ';', '--param', 'a=1', 'SELECT $a FROM users.csv'];
  const { engine } = await runProgram(args);
  expect(engine.requests).toEqual([]);
  expect(engine.inspectRequests).toMatchObject([{ parameters: { a: '1' } }]);
  expect([...(engine.inspectRequests[0]?.readOptions ?? [])]).toEqual([['delim', ';']]);
});

test('a format it has not is refused', async () => {
  const { exitCode, stderr } = await runProgram(['explain', '-o:CSV', 'SELECT 1']);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('allowed is -o:JSON'),
  });
});
