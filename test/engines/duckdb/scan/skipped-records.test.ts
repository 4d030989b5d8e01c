import { expect, test } from 'vitest';
import { countSkippedRecords } from '../../../../src/engines/duckdb/scan/skipped-records.ts';
import { askRows, testEngine } from '../../../test-engine.ts';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();

test('records that leniency leaves out are counted in the log', async () => {
  const { engine, log } = await testEngine({ 'x.csv': 'a,b\n1,2\n3\n4,5,6\n7,8\n' });
  const sql = "SELECT count(*) FROM read_csv('x.csv', ignore_errors=true)";
  expect(await askRows(engine, sql)).toEqual([[2]]);
  expect(log).toContainEqual({
    level: 'warn',
    fields: { files: ['x.csv'], skipped: 2 },
    message: 'records left out, as ignore_errors asks',
  });
});

test('the records that ignore_errors leaves out can be counted', async () => {
  const file = lab.write('skipped.csv', 'a,b\n1\n3,4\n5,6,7\n8,"x"y\n9,9\n');
  const lenient = await lab.open(file, { ignore_errors: true });
  expect(await countSkippedRecords(lenient, lab.run)).toBe(3);
  expect(await countSkippedRecords(lenient, lab.run)).toBe(3);
  const fine = await lab.open(lab.write('fine.csv', 'a\n1\n'), { ignore_errors: true });
  expect(await countSkippedRecords(fine, lab.run)).toBe(0);
});
