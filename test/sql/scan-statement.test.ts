import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { scanStatement } from '../../src/sql/scan-statement.ts';
import { noise, randomQuery } from './random-queries.ts';

const pathsOf = (sql: string) =>
  scanStatement(sql)
    .tokens.filter((token) => token.kind === 'path')
    .map((token) => token.text);

function errorOf(sql: string): PathqlError {
  try {
    scanStatement(sql);
  } catch (error) {
    if (error instanceof PathqlError) return error;
    throw error;
  }
  throw new Error(`Expected an error for ${sql}`);
}

const spellings: readonly [written: string, path: string][] = [
  ['data.csv', 'data.csv'],
  ['data/2024-01.csv', 'data/2024-01.csv'],
  ['./x.csv', './x.csv'],
  ['../x.csv', '../x.csv'],
  ['/abs/x.csv', '/abs/x.csv'],
  ['~/x.csv', '~/x.csv'],
  ['C:\\data\\x.csv', 'C:\\data\\x.csv'],
  ['C:/data/x.csv', 'C:/data/x.csv'],
  ['logs/*.csv', 'logs/*.csv'],
  ['logs/**/*.csv', 'logs/**/*.csv'],
  ['a--b.csv', 'a--b.csv'],
  ['a/*b*/c.csv', 'a/*b*/c.csv'],
  ['данные.csv', 'данные.csv'],
  ['数据/😀.csv', '数据/😀.csv'],
  ["'with space.csv'", 'with space.csv'],
  ["'it''s.csv'", "it's.csv"],
  ['"with ""quote"".csv"', 'with "quote".csv'],
  ['`x y.csv`', 'x y.csv'],
  ['[table].csv', '[table].csv'],
  ['{a}.csv', '{a}.csv'],
  ['users', 'users'],
  ['select.csv', 'select.csv'],
  ['2024.csv', '2024.csv'],
  ['x.csv.gz', 'x.csv.gz'],
  ['https://host/x.csv', 'https://host/x.csv'],
  ['a?b$c#d%e@f.csv', 'a?b$c#d%e@f.csv'],
];

describe('a path in table position', () => {
  test.each(spellings)('%s', (written, path) => {
    expect(pathsOf(`SELECT * FROM ${written}`)).toEqual([path]);
    expect(pathsOf(`SELECT * FROM ${written} WHERE a = 1;`)).toEqual([path]);
    expect(
      pathsOf(`SELECT * FROM ${written}, ${written} u JOIN ${written} AS v ON u.a = v.a`),
    ).toEqual([path, path, path]);
    expect(
      pathsOf(`SELECT (SELECT max(a) FROM ${written}) FROM (SELECT * FROM ${written})`),
    ).toEqual([path, path]);
  });
});

const positions: readonly [sql: string, paths: string[]][] = [
  ['FROM a.csv SELECT b', ['a.csv']],
  ['FROM a.csv', ['a.csv']],
  ['SELECT 1 FROM a.csv,b.csv', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv AS u(x, y), b.csv', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM u: a.csv JOIN v : b.csv USING (k)', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM u:a.csv', ['u:a.csv']],
  ['SELECT 1 FROM "u": a.csv', ['a.csv']],
  ["SELECT 1 FROM ':' u", [':']],
  ['SELECT 1 FROM ((a.csv JOIN b.csv USING (k)) JOIN c.csv ON true)', ['a.csv', 'b.csv', 'c.csv']],
  ['SELECT 1 FROM a.csv LEFT OUTER JOIN b.csv ON x = y, c.csv', ['a.csv', 'b.csv', 'c.csv']],
  ['SELECT 1 FROM a.csv CROSS JOIN b.csv', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv NATURAL JOIN b.csv', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv ASOF JOIN b.csv USING (t)', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv POSITIONAL JOIN b.csv', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv SEMI JOIN b.csv USING (k)', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv ANTI JOIN b.csv USING (k)', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv, LATERAL (SELECT * FROM b.csv) l', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv TABLESAMPLE 10%, b.csv', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv USING SAMPLE 5 ROWS', ['a.csv']],
  [
    'WITH t AS (SELECT 1 FROM a.csv), u AS (FROM b.csv) SELECT 1 FROM c.csv',
    ['a.csv', 'b.csv', 'c.csv'],
  ],
  [
    'SELECT 1 FROM a.csv UNION ALL SELECT 2 FROM b.csv EXCEPT FROM c.csv',
    ['a.csv', 'b.csv', 'c.csv'],
  ],
  ['DESCRIBE a.csv', ['a.csv']],
  ['DESC a.csv', ['a.csv']],
  ['SUMMARIZE a.csv;', ['a.csv']],
  ['SELECT 1 FROM (DESCRIBE a.csv)', ['a.csv']],
  ['SUMMARIZE SELECT a FROM b.csv', ['b.csv']],
  ['SELECT extract(year FROM d) FROM a.csv', ['a.csv']],
  ["SELECT trim(BOTH 'x' FROM y), trim(FROM y), substring(a FROM 2 FOR 3) FROM a.csv", ['a.csv']],
  ['SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM c FROM a.csv', ['a.csv']],
  [
    'SELECT 1 FROM a.csv x JOIN b.csv y ON x.k IS NOT DISTINCT FROM y.k, c.csv',
    ['a.csv', 'b.csv', 'c.csv'],
  ],
  ['SELECT 1 FROM range(10), generate_series (1, 2) g, unnest([1, 2]) u', []],
  ['SELECT 1 FROM (VALUES (1, 2), (3, 4)) t(a, b), a.csv', ['a.csv']],
  ['SELECT 1 WHERE 1 IN (SELECT 1 FROM a.csv) AND EXISTS (FROM b.csv)', ['a.csv', 'b.csv']],
  ['SELECT array(SELECT 1 FROM a.csv), a.from, t."from" FROM b.csv', ['a.csv', 'b.csv']],
  [
    "SELECT 'FROM x.csv', \"FROM y.csv\", $$ FROM z.csv $$, e'\\' FROM w.csv' FROM a.csv",
    ['a.csv'],
  ],
  ['SELECT 1 /* FROM x.csv /* nested */ */ -- FROM y.csv\n FROM a.csv', ['a.csv']],
  ['SELECT 1 FROM -- a comment\n a.csv', ['a.csv']],
  ['SELECT 1 FROM a.csv WHERE b = 1-- FROM x.csv', ['a.csv']],
  ['SELECT a AS from, b FROM a.csv', ['a.csv']],
  ['SELECT [x FOR x IN l], {a: 1, b: 2} FROM a.csv, b.csv', ['a.csv', 'b.csv']],
  ['SELECT quantile(a) WITHIN GROUP (ORDER BY b), c FROM a.csv, b.csv', ['a.csv', 'b.csv']],
  ["SELECT 1 FROM read_csv('a.csv', delim = ';'), b.csv", ['b.csv']],
  ['SELECT 1 FROM a.csv PIVOT (sum(b) FOR c IN (1, 2)), b.csv', ['a.csv', 'b.csv']],
  ['PIVOT a.csv ON b, c USING sum(d)', ['a.csv']],
  ['WITH t AS (FROM a.csv) UNPIVOT b.csv ON c, d', ['a.csv', 'b.csv']],
  ['SELECT 1 FROM a.csv ORDER BY a, b LIMIT 3', ['a.csv']],
  ['SELECT 1 FROM\u00a0a.csv\u3000WHERE true', ['a.csv']],
];

test.each(positions)('paths of %s', (sql, paths) => {
  expect(pathsOf(sql)).toEqual(paths);
});

const faults: readonly [sql: string, code: string, message: string, column: number | null][] = [
  ['', 'sql_empty', 'Expected SELECT, found nothing', null],
  [' \n\t', 'sql_empty', 'Expected SELECT, found nothing', null],
  [';;', 'sql_empty', 'Expected SELECT, found nothing', null],
  ['-- only a comment', 'sql_empty', 'Expected SELECT, found nothing', null],
  ['SELECT 1; SELECT 2', 'sql_several_statements', 'Only one statement', 11],
  ["SELECT 'abc", 'sql_syntax', 'single quote is never closed', 8],
  ['SELECT "abc', 'sql_syntax', 'double quote is never closed', 8],
  ['SELECT 1 FROM `abc', 'sql_syntax', 'backtick is never closed', 15],
  ['SELECT $a$ abc $b$', 'sql_syntax', 'quote $a$ is never closed', 8],
  ['SELECT 1 /* abc', 'sql_syntax', 'comment is never closed', 10],
  ['SELECT (1 + 2', 'sql_syntax', 'parenthesis is never closed', 8],
  ['SELECT [1, 2', 'sql_syntax', 'square bracket is never closed', 8],
  ['SELECT 1)', 'sql_syntax', 'was never opened', 9],
  ['SELECT (1]', 'sql_syntax', "Expected ')', found ']'", 10],
  ['SELECT \0', 'sql_syntax', 'NUL character', 8],
  ['SELECT \ud800', 'sql_syntax', 'surrogate', 8],
  ['SELECT `a`', 'sql_syntax', 'Backticks are for paths', 8],
  ['SELECT 1 FROM "a"."b"', 'sql_syntax', 'inside one pair of quotes', 15],
  ["SELECT 1 FROM a'b'", 'sql_syntax', 'inside one pair of quotes', 15],
  ["SELECT 1 FROM ''", 'sql_syntax', 'Expected a path', 15],
  ['SELCT 1', 'sql_syntax', "Expected SELECT, found 'SELCT'", 1],
  ['42', 'sql_syntax', "Expected SELECT, found '42'", 1],
  ...['INSERT', 'update', 'DELETE', 'ATTACH', 'INSTALL', 'LOAD', 'PRAGMA', 'SET', 'CREATE'].map(
    (word) =>
      [
        `${word} x`,
        'sql_not_a_query',
        `Only SELECT queries are supported, found ${word.toUpperCase()}`,
        1,
      ] as [string, string, string, number],
  ),
  ['EXPLAIN SELECT 1', 'sql_not_a_query', 'found EXPLAIN', 1],
  ['CALL x()', 'sql_not_a_query', 'found CALL', 1],
  ['COPY x', 'sql_not_a_query', 'by --ofile, its shell by .output), found COPY', 1],
  ['TABLE x', 'sql_not_a_query', 'found TABLE', 1],
  ['SHOW TABLES', 'sql_not_a_query', 'found SHOW', 1],
  [`SELECT ${'('.repeat(10_000)}`, 'sql_too_complex', 'nested more than 500 levels', 508],
];

test.each(faults)('%j is refused', (sql, code, message, column) => {
  const error = errorOf(sql);
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
  if (column !== null) expect(error.message).toContain(`line 1, column ${column}\n`);
});

test('plain SQL has quoted paths, no comments and no semicolon', () => {
  const { plainSql } = scanStatement("SELECT a--x\n FROM 'q\".csv' /* c */ ,b.csv; -- end");
  expect(plainSql).toBe('SELECT a FROM "q"".csv" ,"b.csv"');
});

test('offsets of plain SQL lead back to the text', () => {
  const sql = 'SELECT é, "😀" FROM данные.csv WHERE x';
  const scanned = scanStatement(sql);
  for (const word of ['é', '"😀"', 'FROM', 'WHERE', 'x']) {
    expect(scanned.toSource(scanned.plainSql.indexOf(word))).toBe(sql.indexOf(word));
  }
});

test('random queries: the paths found are exactly those written', () => {
  fc.assert(
    fc.property(randomQuery, ({ sql, paths }) => {
      expect(pathsOf(sql)).toEqual(paths);
    }),
    { numRuns: 3_000, seed: 3 },
  );
});

test('random text never throws anything but an error of ours', () => {
  const piece = fc.oneof(
    noise,
    fc.string(),
    fc.constantFrom('SELECT', 'FROM', '(', ')', ',', ';', 'JOIN', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        scanStatement(pieces.join(' '));
      } catch (error) {
        expect(error).toBeInstanceOf(PathqlError);
      }
    }),
    { numRuns: 5_000, seed: 3 },
  );
});
