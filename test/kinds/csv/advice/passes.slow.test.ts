// Counts the passes over a file with two notations.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openCsvTable } from '../../../../src/kinds/csv/open-csv-table.ts';
import { copiesIn } from '../../../clean-copies.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { csvFile } from '../csv-file.ts';

/** Bytes that this process has asked the system for. */
function bytesRead(): number {
  const [, count] = /^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
  return Number(count);
}

test('two notations are compared in one more pass', async () => {
  const content = `d,n\n${'01/02/2024,1234567890\n'.repeat(400_000)}`;
  const file = await csvFile('x.csv', content);
  const copies = copiesIn(await temporaryFolder());
  const given = new Map([['types', { value: { d: 'DATE' } }]]);
  const before = bytesRead();
  const hint = /%d\/%m\/%Y'\), and so does .*%m\/%d\/%Y'\)/;
  await expect(openCsvTable([file], given, { copies })).rejects.toThrow(hint);
  expect((bytesRead() - before) / content.length).toBeLessThan(3.1);
});
