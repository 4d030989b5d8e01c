import { describe, expect, test } from 'vitest';
import { readToolValues, toolSchema } from '../../src/mcp/tool-values.ts';

const parameters = {
  sql: { type: 'string', description: 'the query' },
  under: { type: 'string', description: 'a folder', isOptional: true },
  max_rows: { type: 'integer', description: 'rows', minimum: 1, maximum: 10, default: 5 },
  kind: { type: 'string', description: 'of files', enum: ['CSV', 'JSON'], isOptional: true },
  all: { type: 'boolean', description: 'all of it', default: false },
  params: { type: 'json', description: 'values', isOptional: true },
} as const;

test('values are read, and what is left out has its default', () => {
  const values = readToolValues({ sql: 'SELECT 1' }, parameters);
  expect(values.text('sql')).toBe('SELECT 1');
  expect(values.textOrUndefined('under')).toBeUndefined();
  expect(values.integer('max_rows')).toBe(5);
  expect(values.flag('all')).toBe(false);
  expect(readToolValues({ sql: '', all: true }, parameters).flag('all')).toBe(true);
  expect(readToolValues({ sql: '', kind: 'csv' }, parameters).text('kind')).toBe('csv');
  expect(readToolValues({ sql: '', max_rows: 10 }, parameters).integer('max_rows')).toBe(10);
});

test('null stands for what is left out', () => {
  const values = readToolValues({ sql: 'SELECT 1', under: null, max_rows: null }, parameters);
  expect(values.textOrUndefined('under')).toBeUndefined();
  expect(values.integer('max_rows')).toBe(5);
});

describe('refused, with what was expected', () => {
  test.each([
    [undefined, 'Expected "sql" to be a string: the query'],
    [{}, 'Expected "sql" to be a string: the query'],
    [{ sql: 1 }, 'Expected "sql" to be a string: the query, got 1'],
    [{ sql: null }, 'got null'],
    [
      { sql: 'x', sqll: 1 },
      'Unknown argument "sqll"; allowed are "sql", "under", "max_rows", "kind", "all", "params". Did',
    ],
    [{ sql: 'x', constructor: 1 }, 'Unknown argument "constructor"'],
    [{ sql: 'x', max_rows: 0 }, '"max_rows" to be a whole number from 1 to 10: rows, got 0'],
    [{ sql: 'x', max_rows: 11 }, 'got 11'],
    [{ sql: 'x', max_rows: 1.5 }, 'got 1.5'],
    [{ sql: 'x', max_rows: '3' }, 'got "3"'],
    [{ sql: 'x', kind: 'xml' }, '"kind" to be one of CSV, JSON: of files, got "xml"'],
    [{ sql: 'x', all: 'yes' }, '"all" to be true or false: all of it, got "yes"'],
    [{ sql: 'x', under: ['a'] }, '"under" to be a string: a folder, got ["a"]'],
  ])('%j', (given, message) => {
    expect(() => readToolValues(given, parameters)).toThrow(message);
  });
});

test('the schema says which are required, and that there are no others', () => {
  expect(toolSchema(parameters)).toEqual({
    type: 'object',
    properties: {
      sql: { type: 'string', description: 'the query' },
      under: { type: 'string', description: 'a folder' },
      max_rows: { type: 'integer', description: 'rows', minimum: 1, maximum: 10, default: 5 },
      kind: { type: 'string', description: 'of files', enum: ['CSV', 'JSON'] },
      all: { type: 'boolean', description: 'all of it', default: false },
      params: { description: 'values' },
    },
    required: ['sql'],
    additionalProperties: false,
  });
});
