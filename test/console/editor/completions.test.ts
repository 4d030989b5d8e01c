import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, test } from 'vitest';
import { type CompletionFacts, sqlCompletions } from '../../../src/console/editor/completions.ts';

const facts: CompletionFacts = {
  files: () =>
    ['orders.csv', 'two words.csv', 'users.csv'].map((path) => ({
      path,
      size: 1,
      modified: '2024-01-15T00:00:00Z',
    })),
  columns: async (path) =>
    path === 'users.csv'
      ? [
          { name: 'city', type: 'VARCHAR' },
          { name: 'last name', type: 'VARCHAR' },
        ]
      : [],
  columnsOfCall: async (call) =>
    call === "read_csv('odd.csv', delim = ';')" ? [{ name: 'betrag', type: 'DOUBLE' }] : [],
};

interface Offer {
  readonly state: EditorState;
  readonly cursor: number;
  readonly result: CompletionResult | null;
}

/** In the text `|` marks the cursor. */
async function offerAt(marked: string, isExplicit = false): Promise<Offer> {
  const cursor = marked.indexOf('|');
  const state = EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor: cursor },
  });
  const result = await sqlCompletions(facts)(new CompletionContext(state, cursor, isExplicit));
  return { state, cursor, result };
}

async function labelsAt(marked: string, isExplicit = false): Promise<string[] | null> {
  const { result } = await offerAt(marked, isExplicit);
  return result === null ? null : result.options.map(({ label }) => label);
}

/** The text after the option `label` was taken. */
async function textAfter(marked: string, label: string): Promise<string> {
  const { state, cursor, result } = await offerAt(marked);
  const option = result?.options.find((one) => one.label === label);
  if (!result || typeof option?.apply !== 'function') throw new Error(`${label} is not offered`);
  let text = '';
  const dispatch = (change: TransactionSpec) => {
    text = state.update(change).newDoc.toString();
  };
  option.apply({ state, dispatch } as unknown as EditorView, option, result.from, cursor);
  return text;
}

const paths = ['orders.csv', 'two words.csv', 'users.csv'];

describe('files', () => {
  test.each([
    'FROM |',
    'FROM us|',
    'SELECT 1 FROM a.csv JOIN |',
    "FROM 't|'",
    'FROM a.csv, |',
  ])('are offered at %s', async (marked) => {
    expect(await labelsAt(marked)).toEqual(paths);
  });

  test('or a query, where one may start', async () => {
    expect(await labelsAt('FROM (s|')).toEqual(expect.arrayContaining([...paths, 'SELECT']));
    expect(await labelsAt('DESCRIBE s|')).toEqual(expect.arrayContaining([...paths, 'SELECT']));
  });

  test('are not offered once one is named in full', async () => {
    expect(await labelsAt('FROM users.csv|')).toBeNull();
  });

  test.each([
    ['FROM us|', 'users.csv', 'FROM users.csv'],
    ['FROM tw| WHERE a = 1', 'two words.csv', "FROM 'two words.csv' WHERE a = 1"],
    ["FROM 'tw|", 'two words.csv', "FROM 'two words.csv'"],
    ["FROM 'tw|' WHERE a = 1", 'two words.csv', "FROM 'two words.csv' WHERE a = 1"],
    ["FROM 'tw| WHERE a = 'x'", 'two words.csv', "FROM 'two words.csv' WHERE a = 'x'"],
  ])('%s and %s give %s', async (marked, label, text) => {
    expect(await textAfter(marked, label)).toBe(text);
  });
});

describe('words', () => {
  test('are columns, functions and keywords', async () => {
    expect(await labelsAt('SELECT c| FROM users.csv')).toEqual(
      expect.arrayContaining(['city', 'last name', 'count', 'CASE']),
    );
  });

  test.each([
    'SELECT u.| FROM users.csv u',
    'SELECT "c|" FROM users.csv',
  ])('are columns only at %s', async (marked) => {
    expect(await labelsAt(marked)).toEqual(['city', 'last name']);
  });

  test('are not offered unasked where none is begun', async () => {
    expect(await labelsAt('SELECT |')).toBeNull();
    expect(await labelsAt('SELECT |', true)).toContain('CASE');
  });

  test.each([
    ['SELECT la| FROM users.csv', 'last name', 'SELECT "last name" FROM users.csv'],
    ['SELECT "la|" FROM users.csv', 'last name', 'SELECT "last name" FROM users.csv'],
    ['SELECT u.ci| FROM users.csv u', 'city', 'SELECT u.city FROM users.csv u'],
    ['SELECT medi|', 'median', 'SELECT median()'],
    ['SELECT medi|(a)', 'median', 'SELECT median(a)'],
  ])('%s and %s give %s', async (marked, label, text) => {
    expect(await textAfter(marked, label)).toBe(text);
  });
});

test.each([
  "SELECT 'n|'",
  "SELECT 'n|",
  "SELECT * FROM users.csv WHERE city = 'c|'",
  'SELECT 1 -- c|',
  'SELECT 1 /* c| */',
  'SELECT 1|',
])('nothing is offered at %s', async (marked) => {
  expect(await labelsAt(marked)).toBeNull();
  expect(await labelsAt(marked, true)).toBeNull();
});

test('columns of a call that reads a file are offered outside of it, once it is whole', async () => {
  const call = "read_csv('odd.csv', delim = ';')";
  expect(await labelsAt(`SELECT be| FROM ${call}`)).toContain('betrag');
  expect(await labelsAt(`SELECT * FROM (FROM ${call}) WHERE be|`)).toContain('betrag');
  expect(await labelsAt("SELECT be| FROM read_csv('odd.csv', delim = ';'")).not.toContain('betrag');
});
