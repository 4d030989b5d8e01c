// One awkward value, anywhere in a long file, makes the column wider and is never bent.
import { expect, test } from 'vitest';
import type { CsvTable } from '../../../../src/csv/csv-table.ts';
import type { ColumnTypes } from '../../../../src/engines/duckdb/scan/csv-scan.ts';
import { sqlTypeName } from '../../../../src/engines/duckdb/scan/exact-type-sql.ts';
import {
  inferFromAllRows,
  inferFromFirstRows,
} from '../../../../src/engines/duckdb/scan/infer-types.ts';
import { awkwardColumns, awkwardFile, awkwardRows, lastRow } from './awkward-values.ts';
import { asFromFirstRows, csvLab, isTypeViolation, scanOf } from './csv-lab.ts';

const lab = csvLab();
const names = Object.keys(awkwardColumns);
const columns = Object.values(awkwardColumns);

/** The value of each column in `row`, from one query over all of them. */
async function valuesIn(row: number, table: CsvTable, types: ColumnTypes) {
  const values = names.map((name) => `any_value("${name}"::VARCHAR) FILTER (id = ${row})`);
  const [found] = await lab.run(`SELECT ${values.join(', ')} FROM (${scanOf(table, types)})`);
  return found;
}

test.each(awkwardRows)('in row %i', { timeout: 60_000 }, async (row) => {
  const table = await lab.open(lab.write(`awkward-${row}.csv`, awkwardFile(row)));
  const firstRows = asFromFirstRows((await inferFromFirstRows(table, lab.run)).types);
  const { types, rowCount } = await inferFromAllRows(table, lab.run);
  expect(rowCount).toBe(lastRow);
  expect(types.columns.slice(1).map(sqlTypeName)).toEqual(columns.map(({ type }) => type));

  const exact = await valuesIn(row, table, types);
  expect(exact).toEqual(columns.map(({ awkward, printed }) => printed ?? awkward));
  const found = await valuesIn(row, table, firstRows).catch((error: unknown) => {
    expect(isTypeViolation(error)).toBe(true);
    return exact;
  });
  expect(found).toEqual(exact);
});

test.each(names)('%s: a type inferred from the first rows does not bend it', async (name) => {
  const table = await lab.open(lab.write('awkward-late.csv', awkwardFile(9_000, 9_001)));
  const firstRows = asFromFirstRows((await inferFromFirstRows(table, lab.run)).types);
  const position = table.columns.indexOf(name);
  const inferred = sqlTypeName(firstRows.columns[position] ?? { name: 'VARCHAR', scale: 0 });
  const read = lab.run(`SELECT max("${name}"), count(*) FROM (${scanOf(table, firstRows)})`);
  if (inferred === awkwardColumns[name]?.type) await read;
  else await expect(read).rejects.toSatisfy(isTypeViolation);
});
