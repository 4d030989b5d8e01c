// A JSON array is made of the bytes of its rows, wherever these are cut.
import { expect, test } from 'vitest';
import { jsonArrayWriter } from '../../src/formats/json-array.ts';

const stats = { rowsScanned: 0, rowsReturned: 0, executionTimeMs: 1 };

async function written(rows: Uint8Array, partLength: number): Promise<string> {
  const writer = await jsonArrayWriter();
  const parts = [Buffer.from(writer.begin([]))];
  for (let at = 0; at < rows.length; at += partLength) {
    parts.push(Buffer.from(writer.addBytes(rows.subarray(at, at + partLength))));
  }
  parts.push(Buffer.from(String(await writer.end(stats))));
  return Buffer.concat(parts).toString();
}

test('no rows', async () => {
  expect(await written(Buffer.from(''), 1)).toBe('[]\n');
});

test.each([1, 2, 3, 5, 7, 100])('parts of %d bytes', async (partLength) => {
  const rows = Buffer.from('{"a":"é\\n"}\n{"a":"🙂"}\n{"a":","}\n');
  const expected = '[\n{"a":"é\\n"},\n{"a":"🙂"},\n{"a":","}\n]\n';
  expect(await written(rows, partLength)).toBe(expected);
});
