import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TestEngine, testEngine } from '../test-engine.ts';

/** Changed long ago, so that its version can be trusted. */
async function settle(path: string, content?: string): Promise<void> {
  if (content !== undefined) await writeFile(path, content);
  const before = new Date(Date.now() - 3_600_000 + Math.random() * 1_000_000);
  await utimes(path, before, before);
}

async function settledLab(): Promise<TestEngine & { readonly path: string }> {
  const lab = await testEngine({ 'a.csv': 'n\n1\n', 'b.csv': 'n\n2\n' });
  const path = join(lab.folder, 'a.csv');
  return { ...lab, path };
}

async function answerOf(
  { engine }: TestEngine,
  sql: string,
  knownVersions: readonly string[] = [],
) {
  const answer = await engine.answer({ sql, layout: 'csv', knownVersions });
  await answer.close();
  const { version, isUnchanged } = answer;
  return { version, isUnchanged };
}

const sql = 'SELECT * FROM a.csv';

test('stays the same until the file changes, and no query runs for who knows it', async () => {
  const lab = await settledLab();
  await expect.poll(async () => (await answerOf(lab, sql)).version).not.toBeNull();
  const first = await answerOf(lab, sql);
  expect(first.isUnchanged).toBe(false);
  expect(await answerOf(lab, sql, ['other', first.version ?? ''])).toEqual({
    version: first.version,
    isUnchanged: true,
  });
  expect((await answerOf(lab, sql, ['other'])).isUnchanged).toBe(false);
  await settle(lab.path, 'n\n3\n');
  await expect.poll(async () => (await answerOf(lab, sql)).version).not.toBeNull();
  expect((await answerOf(lab, sql, [first.version ?? ''])).isUnchanged).toBe(false);
});

test('differs with statement and file', async () => {
  const lab = await settledLab();
  const texts = [sql, 'SELECT * FROM b.csv', 'SELECT n FROM a.csv', "SELECT * FROM '*.csv'"];
  const versionsOf = async () =>
    Promise.all(texts.map(async (text) => (await answerOf(lab, text)).version));
  await expect.poll(versionsOf).not.toContain(null);
  expect(new Set(await versionsOf()).size).toBe(texts.length);
});

test('a file that was changed a moment ago has none', async () => {
  const lab = await settledLab();
  await writeFile(lab.path, 'n\n4\n');
  expect((await answerOf(lab, sql, ['other'])).version).toBeNull();
});

test('a file that is gone is an error, whatever is known', async () => {
  const lab = await settledLab();
  await expect(answerOf(lab, 'SELECT * FROM gone.csv', ['other'])).rejects.toMatchObject({
    code: 'file_not_found',
  });
});

test.each([
  'SELECT now()',
  'SELECT CURRENT_TIMESTAMP',
  'SELECT 1 WHERE random() < 2',
  "SELECT 'today'::VARCHAR",
  "SELECT age(TIMESTAMP '2024-01-01')",
  'SELECT (SELECT uuid())',
  'SELECT * FROM range(10) USING SAMPLE 3',
  'WITH t AS (SELECT ago(INTERVAL 1 DAY)) SELECT * FROM t',
  'SELECT sum(i) OVER (ORDER BY random()) FROM range(3) AS t(i)',
])('%s has none', async (text) => {
  const lab = await testEngine();
  expect(await answerOf(lab, text, ['other'])).toEqual({ version: null, isUnchanged: false });
});

test('a statement without files has one', async () => {
  const lab = await testEngine();
  const { version } = await answerOf(
    lab,
    "SELECT 'now or never', x.now FROM (SELECT 1 AS now) AS x",
  );
  expect(version).toMatch(/^[\w-]{22}$/);
});
