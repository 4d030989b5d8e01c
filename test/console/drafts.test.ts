// Queries being written, and the values of their parameters.
import { describe, expect, test } from 'vitest';
import { draftTitle } from '../../src/console/drafts/draft-title.ts';
import { Drafts } from '../../src/console/drafts/drafts.ts';
import { parameterNames, parametersJson } from '../../src/console/drafts/parameter-fields.ts';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

describe('drafts', () => {
  test('come back as they were, with the one that was shown', () => {
    const storage = memory();
    const drafts = new Drafts([storage]);
    drafts.change(drafts.active.id, { text: 'first' });
    drafts.add('second');
    drafts.add('third');
    drafts.activate(2);
    const again = new Drafts([storage]);
    expect(again.all.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
    expect(again.active.text).toBe('second');
  });

  test('of another window never take the place of those of this one', () => {
    const ofAll = memory();
    const [one, other] = [memory(), memory()];
    new Drafts([one, ofAll]).change(1, { text: 'mine' });
    new Drafts([other, ofAll]).change(1, { text: 'changed' });
    expect(new Drafts([one, ofAll]).active.text).toBe('mine');
    expect(new Drafts([memory(), ofAll]).active.text).toBe('changed');
  });

  test('close to the one beside them; the last one is emptied', () => {
    const drafts = new Drafts([]);
    drafts.change(1, { text: 'a' });
    drafts.add('b');
    drafts.remove(2);
    expect(drafts.active.text).toBe('a');
    drafts.remove(drafts.active.id);
    expect(drafts.all.map(({ text }) => text)).toEqual(['']);
  });

  test.each([
    'not JSON',
    '[]',
    '{"drafts":[],"active":1}',
    '{"drafts":[{"id":"x"}],"active":1}',
  ])('begin anew after %s', (text) => {
    const storage = { getItem: () => text, setItem: () => {} } as unknown as Storage;
    expect(new Drafts([storage]).all.map((draft) => draft.text)).toEqual(['']);
  });

  test.each([
    ['SELECT * FROM data/2024/sales.csv s', 'sales.csv'],
    ["FROM 'two words.csv'", 'two words.csv'],
    ['SELECT  1', 'SELECT 1'],
    [' ', 'New query'],
  ])('%s is named %s', (sql, title) => {
    expect(draftTitle(sql)).toBe(title);
  });
});

describe('parameters', () => {
  test('are found outside of texts and comments', () => {
    expect(parameterNames("SELECT '?', $min /* $no */ + $max, $min")).toEqual(['min', 'max']);
    expect(parameterNames('SELECT ?, ?')).toEqual(['1', '2']);
    expect(parameterNames('SELECT $2, $1')).toEqual(['2', '1']);
    expect(parameterNames('SELECT $$ $a $$')).toEqual([]);
  });

  test('keep every digit, and the order of their numbers', () => {
    const given = {
      1: { kind: 'number', text: ' 9007199254740993 ' },
      2: { kind: 'text', text: ' 007 ' },
    } as const;
    expect(parametersJson(['2', '1'], given)).toBe('[9007199254740993," 007 "]');
    expect(parametersJson(['a', 'b'], { a: { kind: 'NULL', text: 'x' } })).toBe(
      '{"a":null,"b":""}',
    );
    expect(parametersJson(['a'], { a: { kind: 'boolean', text: 'TRUE' } })).toBe('{"a":true}');
    expect(parametersJson([], {})).toBeUndefined();
  });

  test.each([
    [{ kind: 'number', text: '007' }, "expected a number such as 30 or 1.5, got '007'"],
    [{ kind: 'boolean', text: 'yes' }, "expected true or false, got 'yes'"],
  ] as const)('refuse %o', (given, message) => {
    expect(() => parametersJson(['a'], { a: given })).toThrow(message);
  });
});
