// Which files of a query get the read options that stand beside it.
import { expect, test } from 'vitest';
import { withReadOptions } from '../../src/run/read-options.ts';
import type { FileReference } from '../../src/sql/file-reference.ts';

const span = { start: 14, end: 19 };
const plain: FileReference = { paths: ['x.csv'], span, reader: null, options: null };
const call: FileReference = { paths: ['y.csv'], span, reader: 'read_csv', options: new Map() };

test('plain paths get them, a call of read_csv says itself how its file is read', () => {
  const given = new Map([['delim', ';']]);
  expect(withReadOptions([plain, call], given)).toEqual([
    { ...plain, options: new Map([['delim', { value: ';', span }]]) },
    call,
  ]);
});

test('types are told apart in the identity of a table', () => {
  const of = (type: string) => {
    const [{ options } = plain] = withReadOptions(
      [plain],
      new Map([['types', new Map([['a', type]])]]),
    );
    return JSON.stringify(options?.get('types')?.value);
  };
  expect(of('DATE')).toBe('[["a","DATE"]]');
  expect(of('VARCHAR')).not.toBe(of('DATE'));
});

test('without any, nothing changes', () => {
  const references = [plain, call];
  expect(withReadOptions(references, undefined)).toBe(references);
  expect(withReadOptions(references, new Map())).toBe(references);
});

test.each([[[call]], [[]]])('they are refused where no file gets them', (references) => {
  expect(() => withReadOptions(references, new Map([['delim', ';']]))).toThrow(
    'Expected a file named by a plain path for the read options beside the query (delim), found none',
  );
});
