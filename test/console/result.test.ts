import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/client/client.ts';
import { JsonText } from '../../src/client/json-text.ts';
import { kindOfType } from '../../src/console/answer/column-kind.ts';
import { QueryHistory } from '../../src/console/history/query-history.ts';
import { copyFormats, tsvText } from '../../src/console/result/copy-formats.ts';

describe('copied rows', () => {
  const table = {
    columns: ['n', 'n', 't'],
    types: ['HUGEINT', 'DECIMAL(3,2)', 'VARCHAR'],
    isNumeric: [true, true, false],
    rows: [
      [9007199254740993n, new ExactNumber('1.50'), 'a,"b"\n'],
      [null, '', new JsonText('[1, {"2":0,"1":null,"1":3}]')],
      [9007199254740993n, 'x|<y>', true],
    ],
  };

  test('CSV tells NULL from empty text', () => {
    expect(copyFormats.csv.write(table)).toBe(
      'n,n_1,t\n9007199254740993,1.50,"a,""b""\n"\n,"","[1, {""2"":0,""1"":null,""1"":3}]"\n9007199254740993,x|<y>,true\n',
    );
  });

  test('JSON keeps digits and both columns of one name', () => {
    expect(copyFormats.json.write(table)).toBe(
      [
        '[',
        '{"n":9007199254740993,"n_1":1.50,"t":"a,\\"b\\"\\n"},',
        '{"n":null,"n_1":"","t":[1, {"2":0,"1":null,"1":3}]},',
        '{"n":9007199254740993,"n_1":"x|<y>","t":true}',
        ']',
        '',
      ].join('\n'),
    );
  });

  test('Markdown has numbers on the right and no markup of its own', () => {
    expect(copyFormats.markdown.write(table).split('\n').slice(1, 3)).toEqual([
      '| ---: | ---: | --- |',
      '| 9007199254740993 | 1.50 | a,"b"<br> |',
    ]);
    expect(copyFormats.markdown.write(table)).toContain('x\\|&lt;y&gt;');
  });

  test('a list for IN has each value once, and no NULL', () => {
    expect(copyFormats.sqlIn.write(table)).toBe('(9007199254740993)');
    const rows = [["O'Hara"], ['b'], [new JsonText('[1]')]];
    const texts = { columns: ['a'], types: ['VARCHAR'], isNumeric: [false], rows };
    expect(copyFormats.sqlIn.write(texts)).toBe("('O''Hara', 'b', '[1]')");
    expect(copyFormats.sqlIn.noteOn(table)).toBe(' Without 1 NULL, which IN never finds.');
    const nulls = { ...texts, rows: [[null]] };
    expect(() => copyFormats.sqlIn.write(nulls)).toThrow('IN finds no NULL');
  });

  test('TSV quotes what would break it', () => {
    const rows = [['x\ty'], [null], ['z']];
    expect(tsvText({ columns: ['a'], types: ['VARCHAR'], isNumeric: [false], rows }, true)).toBe(
      'a\n"x\ty"\n\nz',
    );
  });
});

test.each([
  ['UBIGINT', 'number'],
  ['DECIMAL(38,2)', 'number'],
  ['DOUBLE[]', 'text'],
  ['TIMESTAMP WITH TIME ZONE', 'time'],
  ['TIME', 'text'],
  ['STRUCT(a INTEGER)', 'text'],
  ['BOOLEAN', 'boolean'],
])('a column of %s holds %ss', (type, kind) => {
  expect(kindOfType(type)).toBe(kind);
});

describe('the history', () => {
  test('keeps each query once, the last first, and outlives a storage that refuses', () => {
    const refusing = {
      getItem: () => 'not JSON',
      setItem: () => {
        throw new Error('full');
      },
    } as unknown as Storage;
    for (const storage of [undefined, refusing]) {
      const history = new QueryHistory(storage);
      for (const sql of ['a', 'b', 'a']) history.add({ sql, askedAt: 0 });
      expect(history.queries.map(({ sql }) => sql)).toEqual(['a', 'b']);
    }
  });

  test('knows how each query ended, and finds some by their words', () => {
    const history = new QueryHistory(undefined);
    history.add({ sql: 'SELECT City FROM users.csv', askedAt: 0 });
    history.add({ sql: 'SELECT nme', askedAt: 1 });
    history.end('SELECT nme', { fault: `no such column\n${'x'.repeat(999)}` });
    history.end('SELECT City FROM users.csv', { rows: 2, milliseconds: 1.5 });
    expect(history.find('users city')).toEqual([
      { sql: 'SELECT City FROM users.csv', askedAt: 0, outcome: { rows: 2, milliseconds: 1.5 } },
    ]);
    const [failed] = history.find('nme');
    expect(failed?.outcome).toEqual({ fault: `no such column\n${'x'.repeat(285)}` });
  });
});
