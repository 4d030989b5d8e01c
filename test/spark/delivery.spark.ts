// Formats, streams, saved files, progress, limits and lists of files are those of the embedded engine.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openEngine } from '../../src/open-engine.ts';
import type { QueryEngine } from '../../src/run/query-engine.ts';
import { temporaryFolder, writeOld } from '../temporary-folder.ts';
import { ask } from '../test-engine.ts';
import { testSettings } from '../test-settings.ts';
import { featureFiles } from './feature-data.ts';
import { openEngines } from './open-engines.ts';

const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
const all = 'SELECT * FROM things.csv ORDER BY id';

test('every format, and a stream', async () => {
  const { embedded, spark } = await openEngines(featureFiles);
  for (const layout of ['json-array', 'json-object', 'csv', 'tsv', 'texts'] as const) {
    const [expected, found] = [
      await ask(embedded, all, { layout }),
      await ask(spark, all, { layout }),
    ];
    expect(found).toEqual(expected);
  }
  const streamed = async (engine: QueryEngine) => {
    const parts: string[] = [];
    const sink = {
      begin: async (columns: object) => void parts.push(JSON.stringify(columns)),
      write: async (rows: Uint8Array) => void parts.push(Buffer.from(rows).toString()),
    };
    await engine.stream({ sql: all, layout: 'csv' }, sink);
    return parts.join('');
  };
  expect(await streamed(spark)).toBe(await streamed(embedded));
});

test('saved files', async () => {
  const folder = await temporaryFolder(featureFiles);
  const saved = async (engine: string) => {
    const target = await temporaryFolder();
    const settings = { ...testSettings, engine, dataDir: folder };
    const opened = await openEngine(settings, log, { outputFolder: target });
    onTestFinished(() => opened.close());
    const files: Buffer[] = [];
    for (const layout of ['csv', 'parquet'] as const) {
      const path = join(target, `x.${layout}`);
      await opened.save({ sql: all, layout, path });
      files.push(await readFile(path));
    }
    return files;
  };
  const [expected, found] = [await saved('duckdb'), await saved(inject('engine'))];
  expect(found.map((file, i) => file.equals(expected[i] as Buffer))).toEqual([true, true]);
});

test('many rows', async () => {
  const rows = Array.from({ length: 50_000 }, (_, i) => `${i},"t ${i}"`);
  const { embedded, spark } = await openEngines({ 'many.csv': `n,t\n${rows.join('\n')}\n` });
  const sql = 'SELECT * FROM many.csv ORDER BY n';
  expect((await ask(spark, sql)).text).toBe((await ask(embedded, sql)).text);
});

test('progress and limits', async () => {
  const { spark } = await openEngines(featureFiles);
  const shares: unknown[] = [];
  const crossed =
    'SELECT count(*) FROM things.csv a, things.csv b, things.csv c, things.csv d, things.csv e';
  await ask(spark, crossed, { onProgress: ({ share }) => shares.push(share) });
  expect(shares.length).toBeGreaterThan(0);
  const long = `${crossed}, things.csv f, things.csv g, things.csv h WHERE a.id + h.id > 3`;
  await expect(ask(spark, long, { timeoutMs: 2_000 })).rejects.toMatchObject({ code: 'timed_out' });
});

test('the list of files', async () => {
  const { embedded, spark } = await openEngines({
    ...featureFiles,
    'a/b.csv': 'a\n1\n',
    'a/c.md': 'x',
  });
  // A cluster keeps whole milliseconds.
  const expected = (await embedded.listFiles({})).files.map((file) => {
    return { ...file, modifiedMs: Math.floor(file.modifiedMs) };
  });
  expect((await spark.listFiles({})).files).toEqual(expected);
  expect((await spark.listFiles({ under: 'a' })).files).toMatchObject([{ path: 'a/b.csv' }]);
});

test('a changed file is read anew', async () => {
  const { spark, folder } = await openEngines({ 'x.csv': 'a\n1\n' });
  expect((await ask(spark, 'SELECT * FROM x.csv')).text).toBe('[1]');
  await writeOld(join(folder, 'x.csv'), 'a\nlonger\n');
  expect((await ask(spark, 'SELECT * FROM x.csv')).text).toBe('["longer"]');
});
