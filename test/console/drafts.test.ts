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
  const texts = (drafts: Drafts) => drafts.all.map(({ text }) => text);

  test('come back as they were, with the one that was shown', () => {
    const ofWindow = memory();
    const drafts = new Drafts({ ofWindow, ofAll: undefined });
    drafts.change(drafts.active.id, { text: 'first' });
    const { id } = drafts.add('second');
    drafts.add('third');
    drafts.activate(id);
    const again = new Drafts({ ofWindow, ofAll: undefined });
    expect(texts(again)).toEqual(['first', 'second', 'third']);
    expect(again.active.text).toBe('second');
  });

  test('of several windows stay their own, and all are there when these were closed', () => {
    const ofAll = memory();
    const ofWindow = memory();
    const one = new Drafts({ ofWindow, ofAll });
    one.change(one.active.id, { text: 'mine' });
    const other = new Drafts({ ofWindow: memory(), ofAll });
    expect(texts(other)).toEqual(['mine']);
    other.add('theirs');
    one.add('mine, too');
    expect(texts(new Drafts({ ofWindow, ofAll }))).toEqual(['mine', 'mine, too']);
    const later = new Drafts({ ofWindow: memory(), ofAll });
    expect(texts(later).sort()).toEqual(['mine', 'mine, too', 'theirs']);
    expect(later.active.text).toBe('mine, too');
  });

  test('that another window took over stay those of the one that has them open', () => {
    const ofAll = memory();
    const one = new Drafts({ ofWindow: memory(), ofAll });
    one.change(one.active.id, { text: 'a' });
    const { id } = one.add('b');
    const other = new Drafts({ ofWindow: memory(), ofAll });
    one.change(id, { text: 'b of one' });
    for (const draft of other.all) other.change(draft.id, { text: `${draft.text} of other` });
    one.save();
    const later = new Drafts({ ofWindow: memory(), ofAll });
    expect(texts(later).sort()).toEqual(['a', 'a of other', 'b of one', 'b of other']);
  });

  test('that were closed do not come back', () => {
    const ofAll = memory();
    const drafts = new Drafts({ ofWindow: memory(), ofAll });
    drafts.change(drafts.active.id, { text: 'a' });
    const later = new Drafts({ ofWindow: memory(), ofAll });
    later.add('b');
    later.remove(later.all[0]?.id ?? 0);
    expect(texts(new Drafts({ ofWindow: memory(), ofAll }))).toEqual(['b']);
  });

  test('close to the one beside them; the last one is emptied', () => {
    const drafts = new Drafts({ ofWindow: undefined, ofAll: undefined });
    drafts.change(drafts.active.id, { text: 'a' });
    drafts.remove(drafts.add('b').id);
    expect(drafts.active.text).toBe('a');
    drafts.remove(drafts.active.id);
    expect(texts(drafts)).toEqual(['']);
  });

  test.each([
    'not JSON',
    '[]',
    '{"drafts":[],"active":1}',
    '{"drafts":[{"id":"x"}],"active":1}',
  ])('begin anew after %s', (text) => {
    const storage = { getItem: () => text, setItem: () => {} } as unknown as Storage;
    expect(texts(new Drafts({ ofWindow: storage, ofAll: storage }))).toEqual(['']);
  });

  test.each([
    ['SELECT * FROM data/2024/sales.csv s', 'sales.csv'],
    ["FROM 'two words.csv'", 'two words.csv'],
    ['SELECT  1', 'SELECT 1'],
    ["FROM read_csv('sales/umsatz.csv', delim = ';')", 'umsatz.csv'],
    ['SELECT s FROM a.b', 'a.b'],
    ["SELECT 'x.csv' AS t", "SELECT 'x.csv' AS t"],
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
    const empty = { a: { kind: 'NULL', text: 'x' }, b: { kind: 'text', text: '' } } as const;
    expect(parametersJson(['a', 'b'], empty)).toBe('{"a":null,"b":""}');
    expect(() => parametersJson(['a', 'c'], empty)).toThrow('Parameter c has no value yet');
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
