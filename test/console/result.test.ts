import { describe, expect, test } from 'vitest';
import { ExactNumber, type Value } from '../../src/client/client.ts';
import { columnKinds, firstChoice } from '../../src/console/chart/chart-choices.ts';
import { chartData } from '../../src/console/chart/chart-data.ts';
import { QueryHistory } from '../../src/console/history/query-history.ts';
import { rowFormats, tsvText } from '../../src/console/result/row-formats.ts';

const answer = (columns: readonly string[], ...rows: readonly (readonly Value[])[]) => ({
  columns,
  rows,
  stats: { rowsScanned: 0, rowsReturned: rows.length, executionTimeMs: 0 },
});

describe('rows to take along', () => {
  const rows = answer(
    ['n', 'n', 't'],
    [9007199254740993n, new ExactNumber('1.50'), 'a,"b"\n'],
    [null, '', [1n, { k: null }]],
  );
  const written = (label: string) =>
    [...(rowFormats.find((one) => one.label === label)?.write(rows) ?? [])].join('');

  test('CSV tells NULL from empty text', () => {
    expect(written('CSV')).toBe(
      'n,n,t\n9007199254740993,1.50,"a,""b""\n"\n,"","[1,{""k"":null}]"\n',
    );
  });

  test('keys are those of the command line: a name of the file keeps its column', () => {
    const named = answer(['a', 'a', 'a_1'], [1, 2, 3]);
    const [, ndjson] = rowFormats;
    expect([...(ndjson?.write(named) ?? [])].join('')).toBe('{"a":1,"a_2":2,"a_1":3}\n');
  });

  test('JSON and NDJSON keep digits and both columns of one name', () => {
    const first = '{"n":9007199254740993,"n_1":1.50,"t":"a,\\"b\\"\\n"}';
    const second = '{"n":null,"n_1":"","t":[1,{"k":null}]}';
    expect(written('NDJSON')).toBe(`${first}\n${second}\n`);
    expect(written('JSON')).toBe(`[\n${first},\n${second}\n]\n`);
  });

  test('TSV quotes what would break it', () => {
    expect(tsvText(answer(['a'], ['x\ty'], [null], ['z']), true)).toBe('a\n"x\ty"\n\nz');
  });
});

describe('the first chart of', () => {
  test.each([
    ['text and numbers', answer(['city', 'n'], ['a', 1], ['b', 2]), { kind: 'bar', x: 0, y: 1 }],
    ['days and numbers', answer(['d', 'n'], ['2024-01-01', 1n]), { kind: 'line', x: 0, y: 1 }],
    [
      'two numbers',
      answer(['a', 'b'], [1, new ExactNumber('2.0')]),
      { kind: 'scatter', x: 0, y: 1 },
    ],
    ['one number', answer(['a'], [1]), { kind: 'histogram', x: 0, y: 0 }],
    ['an id beside', answer(['t', 'n', 'user_id'], ['a', 1, 2]), { kind: 'bar', x: 0, y: 1 }],
  ])('%s', (_name, given, choice) => {
    expect(firstChoice(given)).toMatchObject(choice);
  });

  test('text alone is none', () => {
    expect(firstChoice(answer(['t'], ['a'], [null]))).toBeUndefined();
    expect(columnKinds(answer(['t'], [null]))).toEqual(['text']);
  });
});

test('a chart says what it leaves out and adds up', () => {
  const rows = Array.from({ length: 100 }, (_none, index) => [
    `name ${index}`,
    index === 3 ? null : index,
  ]);
  const bars = chartData(answer(['t', 'n'], ...rows), {
    kind: 'bar',
    x: 0,
    y: 1,
    colour: undefined,
  });
  expect(bars.notes).toEqual(['1 rows with NULL left out', 'the first 60 of 99 bars drawn']);
  expect(bars.points).toHaveLength(60);
  const twice = answer(['t', 'n'], ['a', 1], ['a', 2]);
  expect(chartData(twice, { kind: 'bar', x: 0, y: 1, colour: undefined }).notes).toEqual([
    'rows of one bar added up',
  ]);
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
});
