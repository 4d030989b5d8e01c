// One awkward value, anywhere in a long file, makes the column wider and is never bent.
import { expect, test } from 'vitest';
import { awkwardColumns, awkwardFile, awkwardRows, lastRow } from './awkward-values.ts';
import { csvLab, typeName } from './csv-lab.ts';

const lab = csvLab();
const names = Object.keys(awkwardColumns);
const columns = Object.values(awkwardColumns);

test.each(awkwardRows)('in row %i', async (row) => {
  const table = await lab.open(lab.write(`awkward-${row}.csv`, awkwardFile(row)));
  expect(table.rowCount).toBe(lastRow);
  const found = await table.columns.types('all', new AbortController().signal);
  const types = found.slice(1).map(({ type }) => typeName(type));
  expect(types).toEqual(columns.map(({ type }) => type));
  const values = names.map((name) => `any_value("${name}"::VARCHAR) FILTER (id = ${row})`);
  const [printed] = await lab.query(table, (scan) => `SELECT ${values.join(', ')} FROM (${scan})`);
  expect(printed).toEqual(columns.map(({ awkward, printed }) => printed ?? awkward));
});
