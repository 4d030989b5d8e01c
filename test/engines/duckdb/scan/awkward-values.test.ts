// One awkward value, anywhere in a long file, makes the column wider and is never bent.
import { expect, test } from 'vitest';
import type { CsvTable } from '../../src/csv/csv-table.ts';
import {
  type ColumnTypes,
  guessTypes,
  isTypeViolation,
  proveTypes,
  typedScan,
} from '../../src/csv/types/column-types.ts';
import { sqlTypeName } from '../../src/csv/types/exact-types.ts';
import { awkwardColumns, awkwardFile, awkwardRows, lastRow } from './awkward-values.ts';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();
const names = Object.keys(awkwardColumns);
const columns = Object.values(awkwardColumns);

/** The value of each column in `row`, from one query over all of them. */
async function valuesIn(row: number, table: CsvTable, types: ColumnTypes) {
  const values = names.map((name) => `any_value("${name}"::VARCHAR) FILTER (id = ${row})`);
  const [found] = await lab.run(`SELECT ${values.join(', ')} FROM (${typedScan(table, types)})`);
  return found;
}

test.each(awkwardRows)('in row %i', { timeout: 60_000 }, async (row) => {
  const table = await lab.open(lab.write(`awkward-${row}.csv`, awkwardFile(row)));
  const guessed = { ...(await guessTypes(table, lab.run)), areProven: false };
  const { types, rowCount } = await proveTypes(table, lab.run);
  expect(rowCount).toBe(lastRow);
  expect(types.columns.slice(1).map(sqlTypeName)).toEqual(columns.map(({ type }) => type));

  const exact = await valuesIn(row, table, types);
  expect(exact).toEqual(columns.map(({ awkward, printed }) => printed ?? awkward));
  const guess = await valuesIn(row, table, guessed).catch((error: Error) => {
    expect(isTypeViolation(error.message)).toBe(true);
    return exact;
  });
  expect(guess).toEqual(exact);
});

test.each(names)('%s: a guessed type does not bend it', async (name) => {
  const table = await lab.open(lab.write('awkward-late.csv', awkwardFile(9_000, 9_001)));
  const guessed = { ...(await guessTypes(table, lab.run)), areProven: false };
  const position = table.columns.indexOf(name);
  const isGuessRight = sqlTypeName(guessed.columns[position] ?? { name: 'VARCHAR', scale: 0 });
  const read = lab.run(`SELECT max("${name}"), count(*) FROM (${typedScan(table, guessed)})`);
  if (isGuessRight === awkwardColumns[name]?.type) await read;
  else await expect(read).rejects.toSatisfy(({ message }: Error) => isTypeViolation(message));
});
