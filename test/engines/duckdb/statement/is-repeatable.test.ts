import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { isAllowedFunction } from '../../../../src/engines/duckdb/statement/functions/allowed-functions.ts';
import { unrepeatableFunctions } from '../../../../src/engines/duckdb/statement/is-repeatable.ts';

const connection = await (await DuckDBInstance.create(':memory:')).connect();

test('every allowed function that DuckDB itself calls volatile is known', async () => {
  const reader = await connection.runAndReadAll(
    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE stability <> 'CONSISTENT'",
  );
  const names = reader.getRows().map(([name]) => String(name));
  expect(names).toContain('random');
  const missing = names.filter(
    (name) => isAllowedFunction(name) && !unrepeatableFunctions.has(name),
  );
  expect(missing).toEqual([]);
});

test('so is every macro that asks the clock', async () => {
  const reader = await connection.runAndReadAll(
    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE regexp_matches(macro_definition, 'current_|now\\(|today\\(|random\\(|uuid|localtime')",
  );
  const names = reader.getRows().map(([name]) => String(name));
  expect(names).toContain('ago');
  const missing = names.filter(
    (name) => isAllowedFunction(name) && !unrepeatableFunctions.has(name),
  );
  expect(missing).toEqual([]);
});
