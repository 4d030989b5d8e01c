import { ensureSyntaxTree, getIndentation } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sql as language, sqlLanguage } from '../../../src/console/editor/sql-language.ts';
import { PathqlError } from '../../../src/errors.ts';
import { scanStatement } from '../../../src/sql/scan-statement.ts';
import { queries } from '../../sql/queries.ts';
import { noise, randomQuery } from '../../sql/random-queries.ts';

const highlighter = tagHighlighter([
  { tag: tags.link, class: 'path' },
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.typeName, class: 'type' },
  { tag: tags.function(tags.variableName), class: 'function' },
  { tag: tags.number, class: 'number' },
  { tag: tags.string, class: 'string' },
  { tag: tags.comment, class: 'comment' },
]);

interface Coloured {
  readonly start: number;
  readonly end: number;
  readonly colour: string;
}

function colouredIn(sql: string): Coloured[] {
  const found: Coloured[] = [];
  highlightTree(language.parser.parse(sql), highlighter, (start, end, colour) => {
    found.push({ start, end, colour });
  });
  return found;
}

const colouredPaths = (sql: string) =>
  colouredIn(sql)
    .filter(({ colour }) => colour === 'path')
    .map(({ start, end }) => [start, end]);

const scannedPaths = (sql: string) =>
  scanStatement(sql)
    .tokens.filter(({ kind }) => kind === 'path')
    .map(({ start, end }) => [start, end]);

describe('a path is coloured exactly where a query to run has one', () => {
  test.each(queries)('%s', (sql) => {
    expect(colouredPaths(sql)).toEqual(scannedPaths(sql));
  });

  test('in random queries', () => {
    fc.assert(
      fc.property(randomQuery, ({ sql, paths }) => {
        const coloured = colouredPaths(sql);
        expect(coloured).toEqual(scannedPaths(sql));
        expect(coloured.length).toBe(paths.length);
      }),
      { numRuns: 3_000, seed: 3 },
    );
  });

  test('in whatever else can be scanned', () => {
    const query = fc.constantFrom(...queries);
    const beginning = fc.tuple(query, fc.nat(80)).map(([sql, at]) => sql.slice(0, at));
    const rest = fc.tuple(query, fc.nat(80)).map(([sql, at]) => sql.slice(at));
    const piece = fc.oneof(noise, fc.constantFrom(' ', ',', ' u: ', ' JOIN ', ' FROM ', '', "''"));
    let scanned = 0;
    fc.assert(
      fc.property(beginning, piece, rest, (first, middle, last) => {
        const sql = `${first}${middle}${last}`;
        const paths = orRefused(() => scannedPaths(sql));
        const coloured = colouredPaths(sql);
        if (paths === null) return;
        scanned += 1;
        expect(coloured).toEqual(paths);
      }),
      { numRuns: 10_000, seed: 3 },
    );
    expect(scanned).toBeGreaterThan(3_000);
  });
});

function orRefused<T>(scan: () => T): T | null {
  try {
    return scan();
  } catch (error) {
    if (error instanceof PathqlError) return null;
    throw error;
  }
}

test.each<[sql: string, coloured: string[]]>([
  [
    "SELECT avg(a)::DOUBLE, 12, 'x' FROM a.csv -- end",
    [
      'keyword SELECT',
      'function avg',
      'type DOUBLE',
      'number 12',
      "string 'x'",
      'keyword FROM',
      'path a.csv',
      'comment -- end',
    ],
  ],
  ['SELECT "a" FROM \'two words.csv', ['keyword SELECT', 'keyword FROM', "path 'two words.csv"]],
  ["SELECT 'FROM a.csv", ['keyword SELECT', "string 'FROM a.csv"]],
  ['SELECT 1 /* FROM a.csv', ['keyword SELECT', 'number 1', 'comment /* FROM a.csv']],
  ['FROM a.csv; FROM b.csv', ['keyword FROM', 'path a.csv', 'keyword FROM', 'path b.csv']],
  [
    'SELECT my_function (left(b, 1))',
    ['keyword SELECT', 'function my_function', 'function left', 'number 1'],
  ],
  ['', []],
])('the colours of %s', (sql, coloured) => {
  const texts = colouredIn(sql).map(
    ({ start, end, colour }) => `${colour} ${sql.slice(start, end)}`,
  );
  expect(texts).toEqual(coloured);
});

test('a long text is read piece by piece', () => {
  const sql = `SELECT 1${', a'.repeat(100_000)} FROM a.csv`;
  const parse = language.parser.startParse(sql);
  expect(parse.advance()).toBeNull();
  expect(parse.parsedPos).toBeLessThan(10_000);
  parse.stopAt(20_000);
  let tree = parse.advance();
  while (tree === null) tree = parse.advance();
  expect(tree.length).toBeGreaterThanOrEqual(20_000);
  expect(tree.length).toBeLessThan(20_010);
});

test('a new line is indented like the one before it', () => {
  const state = EditorState.create({ doc: 'SELECT 1,\n  2', extensions: [sqlLanguage] });
  expect(ensureSyntaxTree(state, state.doc.length, 5_000)?.length).toBe(state.doc.length);
  expect(getIndentation(state, state.doc.length)).toBeNull();
});
