// Asks JSON files with objects of megabytes.
import { expect, test } from 'vitest';
import { ask, askRows, sharedEngine } from '../../test-engine.ts';

const engineOver = sharedEngine();

test('objects longer than a part of the file, and than is allowed', async () => {
  const long = 'x'.repeat(3_000_000);
  const content = `{"a":1}\n{"a":2,"t":"${long}"}\n{"a":3}\n`;
  const { engine } = await engineOver({ 'x.ndjson': content, 'y.ndjson': content });
  expect(await askRows(engine, 'SELECT sum(a), max(length(t)) FROM x.ndjson')).toEqual([
    [6, 3_000_000],
  ]);
  const short = "SELECT * FROM read_ndjson('x.ndjson', maximum_object_size = 1000)";
  await expect(ask(engine, short)).rejects.toThrow(
    "The file 'x.ndjson', line 2: expected objects of at most 1000 bytes, found a longer one. To read it: maximum_object_size",
  );
  const huge = `{"t":"${'y'.repeat(17_000_000)}"}`;
  const { engine: other } = await engineOver({ 'z.ndjson': huge });
  await expect(ask(other, 'SELECT * FROM z.ndjson')).rejects.toThrow('at most 16000000 bytes');
  const allowed = "SELECT length(t) FROM read_ndjson('z.ndjson', maximum_object_size = 20000000)";
  expect(await askRows(other, allowed)).toEqual([[17_000_000]]);
});
