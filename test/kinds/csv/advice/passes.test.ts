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

const rows = 'some text,1234567890,and some more\n'.repeat(400_000);

test.each([
  ['quotes', '"x" y,1,2\n', /quote=''/],
  ['a footer', 'Total: 400000\n', /ignore_errors=true/],
  ['a comment', '# that was it\n', /comment='#'/],
  ['nothing', '1,2,3,4\n5\n'.repeat(5_000), /No other options/],
])('a hint costs one more pass at most: %s', async (_, last, hint) => {
  const content = `a,b,c\n${rows}${last}`;
  const file = await csvFile('x.csv', content);
  const copies = copiesIn(await temporaryFolder());
  const before = bytesRead();
  await expect(openCsvTable([file], null, { copies })).rejects.toThrow(hint);
  const [proof, lineOfFault, suggestion, samples] = [1, 1, 1, 0.1];
  expect((bytesRead() - before) / content.length).toBeLessThan(
    proof + lineOfFault + suggestion + samples,
  );
});

test('the signal stops the search', async () => {
  const file = await csvFile('x.csv', `a,b,c\n${rows}"x" y,1,2\n`);
  const stop = new AbortController();
  const reason = new Error('enough');
  const copies = copiesIn(await temporaryFolder());
  const opened = openCsvTable([file], null, { copies, signal: stop.signal });
  stop.abort(reason);
  await expect(opened).rejects.toBe(reason);
});
