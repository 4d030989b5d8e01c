// Tables of all kinds are loaded into the cache, and outlive their engine.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../../../src/open-engine.ts';
import { temporaryFolder, untilSettled } from '../../../temporary-folder.ts';
import { ask, untilLoaded } from '../../../test-engine.ts';
import { testSettings } from '../../../test-settings.ts';

const types = readFileSync(new URL('../../../data/parquet/types.parquet', import.meta.url));

test.each([
  ['types.parquet', types],
  ['x.ndjson', '{"a":1,"none":null,"j":{"k":[1,"x"]}}\n{"a":2.5}\n'],
  ['x.json', '[{"a":0.1234567890123456789,"j":[0.1234567890123456789]}]'],
  ['x.csv', 'a,b\n1,x\n'],
])('%s', async (name, content) => {
  const dataDir = await temporaryFolder({ [name]: content });
  const cacheDir = await temporaryFolder();
  await untilSettled(dataDir);
  const log = { debug: () => {}, warn: () => {}, error: () => {} };
  const open = async () => {
    const engine = await openEngine({ ...testSettings, dataDir, cacheDir }, log, {
      loadsTables: true,
    });
    onTestFinished(() => engine.close());
    return engine;
  };
  const sql = `FROM ${name}`;
  const first = await open();
  const answer = await ask(first, sql, { layout: 'json-nested' });
  await untilLoaded(first);
  expect(await ask(first, sql, { layout: 'json-nested' })).toEqual(answer);
  expect(first.figures()).toMatchObject({ cacheHits: 1, cacheLoads: 1 });
  await first.close();
  expect(readdirSync(cacheDir)).toHaveLength(1);
  const second = await open();
  expect(await ask(second, sql, { layout: 'json-nested' })).toEqual(answer);
  expect(second.figures().cacheHits).toBe(1);
});
