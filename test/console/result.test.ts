import { describe, expect, test } from 'vitest';
import { ExactNumber, type Value } from '../../src/client/client.ts';
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
