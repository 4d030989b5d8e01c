import { appendFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { streamAnswer } from '../../../src/engine-process/service-side/stream-answer.ts';
import type { BegunAnswer, QueryAnswer } from '../../../src/query/query-answer.ts';
import type { AnswerRequest } from '../../../src/query/query-request.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const request: AnswerRequest = { sql: 'SELECT 1', layout: 'csv' };
const stats = { rowsScanned: 0, rowsReturned: 2, executionTimeMs: 1 };

function finished(closed: string[] = []): QueryAnswer {
  return {
    ...{ columns: ['n'], types: ['INTEGER'], version: null, isUnchanged: false, stats, text: null },
    async *rows() {
      yield Buffer.from('whole\n');
    },
    close: async () => void closed.push('closed'),
  };
}

/** A query whose rows come into a file as the test writes them. */
async function running() {
  const path = join(await temporaryFolder(), 'rows');
  let settle:
    | { resolve: (answer: QueryAnswer) => void; reject: (error: Error) => void }
    | undefined;
  const query = new Promise<QueryAnswer>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const begun = streamAnswer(request, (asked) => {
    asked.onBegin?.({ columns: ['n'], warnings: ['one left out'], path });
    return query;
  });
  begun.catch(() => undefined);
  return { path, begun, ...(settle as NonNullable<typeof settle>) };
}

async function textOf(answer: BegunAnswer): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of answer.rows()) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('an answer that was finished before it began is whole', async () => {
  const answer = await streamAnswer(request, async () => finished());
  expect(await textOf(answer)).toBe('whole\n');
  expect(await answer.stats()).toEqual(stats);
});

test('rows are read as they are written, to the last one', async () => {
  const { path, begun, resolve } = await running();
  await appendFile(path, '1\n');
  const answer = await begun;
  const rows = answer.rows()[Symbol.asyncIterator]();
  expect(String((await rows.next()).value)).toBe('1\n');
  await appendFile(path, '2\n');
  expect(String((await rows.next()).value)).toBe('2\n');
  await appendFile(path, '3\n');
  const closed: string[] = [];
  resolve(finished(closed));
  expect(String((await rows.next()).value)).toBe('3\n');
  expect((await rows.next()).done).toBe(true);
  expect(await answer.stats()).toEqual(stats);
  await answer.close();
  expect(closed).toEqual(['closed']);
});

test('an answer that nobody reads is closed with its file', async () => {
  const { path, begun, reject } = await running();
  await appendFile(path, '1\n');
  const answer = await begun;
  expect(answer.warnings).toEqual(['one left out']);
  expect(await openFiles(path)).toBe(1);
  const closing = answer.close();
  await expect.poll(() => openFiles(path)).toBe(0);
  reject(new Error('cancelled'));
  await closing;
});

async function openFiles(path: string): Promise<number> {
  const folder = '/proc/self/fd';
  const targets = await Promise.all(
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')),
  );
  return targets.filter((target) => target === path).length;
}

test('a query that fails before its first row rejects', async () => {
  const { begun, reject } = await running();
  reject(new Error('no such column'));
  await expect(begun).rejects.toThrow('no such column');
});

test('a query that fails later makes its rows fail', async () => {
  const { path, begun, reject } = await running();
  await appendFile(path, '1\n');
  const answer = await begun;
  reject(new Error('a value is wrong'));
  await expect(textOf(answer)).rejects.toThrow('a value is wrong');
  await expect(answer.stats()).rejects.toThrow('a value is wrong');
  await answer.close();
});
