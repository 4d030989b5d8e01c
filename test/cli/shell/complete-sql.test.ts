// What the shell offers at the end of a statement.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPaths } from '../../../src/cli/shell/complete-path.ts';
import { completeSql } from '../../../src/cli/shell/complete-sql.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

async function newFolder(): Promise<string> {
  const base = await temporaryFolder({
    'users.csv': '',
    'two words.csv': '',
    "it's.tsv": '',
    'notes.pdf': '',
    '.hidden.csv': '',
    'logs/jan.csv.gz': '',
    'tables.csv': '',
    'Main.csv': '',
    'main.json': '',
  });
  await mkdir(join(base, 'my data'));
  await writeFile(join(base, 'my data', 'x.csv'), '');
  return base;
}

const columnsOf: Readonly<Record<string, readonly string[]>> = {
  'users.csv': ['id', 'name', 'birth year', 'select'],
  'old.csv': ['older'],
};
const factsOf = (base: string) => ({
  findPaths: (begun: string) => findPaths(begun, { base, takesAll: false }),
  columns: async (path: string) => columnsOf[path] ?? [],
  recentPaths: () => ['old.csv'],
});

test.each([
  ['SELECT * FROM u', ['users.csv'], 'u'],
  ['SELECT * FROM U', ['users.csv'], 'U'],
  ['SELECT * FROM t', ["'tables.csv'", "'two words.csv'"], 't'],
  ['SELECT * FROM m', ["'main.json'", "'my data/"], 'm'],
  ['SELECT * FROM M', ['Main.csv'], 'M'],
  ['SELECT * FROM two', ["'two words.csv'"], 'two'],
  ["SELECT * FROM 'two w", ["'two words.csv'"], "'two w"],
  ["SELECT * FROM 'u", ["'users.csv'"], "'u"],
  ['SELECT * FROM it', ["'it''s.tsv'"], 'it'],
  ['SELECT * FROM n', [], 'n'],
  ['SELECT * FROM .h', ['.hidden.csv'], '.h'],
  ['SELECT * FROM lo', ['logs/'], 'lo'],
  ['SELECT * FROM logs/', ['logs/jan.csv.gz'], 'logs/'],
  ['SELECT * FROM my', ["'my data/"], 'my'],
  ["SELECT * FROM 'my data/", ["'my data/x.csv'"], "'my data/"],
  ['SELECT * FROM a.csv JOIN u', ['users.csv'], 'u'],
  ['sel', ['select '], 'sel'],
  ['SEL', ['SELECT '], 'SEL'],
  ['Sel', ['Select '], 'Sel'],
  ['DESCRIBE us', ['users.csv'], 'us'],
  ['SELECT na', ['natural '], 'na'],
  ['SELECT 1 ORDER B', ['BOOL_AND(', 'BOOL_OR(', 'BOTH ', 'BY ', 'BETWEEN '], 'B'],
  ['SELECT * FROM users.csv WHERE ID', ['id '], 'ID'],
  [
    'SELECT * FROM users.csv WHERE n',
    ['name ', 'now(', 'ntile(', 'nullif(', 'not ', 'null ', 'natural ', 'nulls '],
    'n',
  ],
  ['SELECT ol', ['older '], 'ol'],
  ['SELECT leven', ['levenshtein('], 'leven'],
  ['SELECT * FROM users.csv WHERE birth', ['"birth year" '], 'birth'],
  ['SELECT * FROM users.csv u WHERE u.', ['id ', 'name ', '"birth year" ', '"select" '], ''],
  ['SELECT * FROM users.csv WHERE "B', ['"birth year" '], '"B'],
  ["SELECT 'us", [], ''],
  ['SELECT 1 -- us', [], ''],
])('%s', async (statement, hits, replaced) => {
  expect(await completeSql(statement, factsOf(await newFolder()))).toEqual([hits, replaced]);
});
