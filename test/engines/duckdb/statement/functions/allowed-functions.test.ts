import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  allowedFunctionNames,
  isAllowedFunction,
  isAllowedTableFunction,
  tableFunctions,
} from '../../../../../src/engines/duckdb/statement/functions/allowed-functions.ts';
import {
  isRefusedFunction,
  refusedGroups,
} from '../../../../../src/engines/duckdb/statement/functions/refused-functions.ts';
import { type Lab, openLab } from '../duckdb-parser.ts';

let lab: Lab;
let catalogue: { name: string; type: string }[];

beforeAll(async () => {
  lab = await openLab();
  const sql =
    'SELECT DISTINCT function_name AS name, function_type AS type FROM duckdb_functions()';
  const reader = await lab.connection.runAndReadAll(sql);
  catalogue = reader.getRowObjectsJS() as { name: string; type: string }[];
});
afterAll(() => lab.close());

/** Pragmas are statements; they cannot be called in a query. */
const called = () => catalogue.filter(({ type }) => type !== 'pragma');

test('every function of this DuckDB version is either allowed or refused', () => {
  const unknown = called().filter(
    ({ name, type }) =>
      !isRefusedFunction(name) &&
      !(type.startsWith('table') ? isAllowedTableFunction(name) : isAllowedFunction(name)) &&
      !(name === 'histogram' && type === 'table_macro'),
  );
  expect(unknown).toEqual([]);
});

test('no list names a function that does not exist', () => {
  const known = new Set(called().map(({ name }) => name.toLowerCase()));
  const parserOnly = new Set(['unnest', 'getenv', 'export_state']);
  // DuckDB has none of this name: its calls are replaced before it sees them.
  const ours = new Set(['read_log']);
  const listed = [
    ...allowedFunctionNames(),
    ...tableFunctions,
    ...refusedGroups.flatMap(({ names }) => names),
  ];
  const elsewhere = (name: string) => parserOnly.has(name) || ours.has(name);
  expect(listed.filter((name) => !known.has(name) && !elsewhere(name))).toEqual([]);
});

test('nothing is allowed and refused at once', () => {
  const both = [...allowedFunctionNames(), ...tableFunctions].filter(isRefusedFunction);
  expect(both).toEqual([]);
});
