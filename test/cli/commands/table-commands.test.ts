// What pathql head and pathql schema ask of the engine for their one argument.
import { expect, test } from 'vitest';
import { runProgram } from '../run-program.ts';

test.each([
  ['users.csv', "'users.csv'"],
  ["it's.csv", "'it''s.csv'"],
  ["read_csv('x.csv', skip=1)", "read_csv('x.csv', skip=1)"],
  ["READ_CSV ('x.csv')", "READ_CSV ('x.csv')"],
  ['read_csv.csv', "'read_csv.csv'"],
])('head and schema of %j read %s', async (argument, table) => {
  const head = await runProgram(['head', '-n', '3', argument]);
  expect(head.engine.requests).toMatchObject([{ sql: `SELECT * FROM ${table} LIMIT 3` }]);
  const schema = await runProgram(['schema', argument]);
  expect(schema.engine.requests[0]).toMatchObject({ sql: `DESCRIBE SELECT * FROM ${table}` });
});

test.each(['head', 'schema'])('%s takes one argument', async (command) => {
  for (const args of [[], ['a.csv', 'b.csv']]) {
    const { exitCode, stderr } = await runProgram([command, ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`pathql ${command} takes one path, got ${args.length}`);
  }
});

test.each(['head', 'schema'])('%s of an empty path says so', async (command) => {
  const { exitCode, stderr, engine } = await runProgram([command, '']);
  expect(exitCode).toBe(4);
  expect(stderr).toBe("pathql: Cannot read '': the path is empty\n");
  expect(engine.requests).toEqual([]);
});
