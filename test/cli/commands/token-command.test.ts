// Tests the making of tokens.
import { expect, test } from 'vitest';
import { hashOf } from '../../../src/http/access/token-line.ts';
import { runProgram } from '../run-program.ts';

test('the line goes to standard output, the token to standard error', async () => {
  const { exitCode, stdout, stderr } = await runProgram(['token', 'ann']);
  const [, token = ''] = /^The token of ann, shown only now: (pathql_\S{43})\n$/.exec(stderr) ?? [];
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`ann:${hashOf(token).toString('hex')}\n`);
});

test.each([[], [''], ['a b'], ['a:b'], ['ann', 'bob']])('%j are no name', async (...names) => {
  const { exitCode, stdout, stderr } = await runProgram(['token', ...names]);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('pathql token takes one name');
});
