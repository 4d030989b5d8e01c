// What options left out or filled up is told with the table.
import { expect, test } from 'vitest';
import { openCsvTable } from '../../../../src/kinds/csv/open-csv-table.ts';
import { copiesIn } from '../../../clean-copies.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { csvFile } from '../csv-file.ts';

async function warningsOf(content: string, options: Readonly<Record<string, unknown>>) {
  const file = await csvFile('x.csv', content);
  const copies = copiesIn(await temporaryFolder());
  const given = new Map(Object.entries(options).map(([name, value]) => [name, { value }]));
  return (await openCsvTable([file], given, { copies })).warnings;
}

const short = 'a,b\n1,2\n3\n4,5\n';

test.each<[string, string, Readonly<Record<string, unknown>>, readonly string[]]>([
  [
    'one record filled up',
    'id,name,note\n1,Anna,fine\n3,Ca',
    { null_padding: true },
    ['null_padding filled up 1 record with NULL, at line 3'],
  ],
  [
    'many records filled up',
    `a,b\n1,2\n${'3\n'.repeat(7)}`,
    { null_padding: true },
    ['null_padding filled up 7 records with NULL, at lines 3, 4, 5, 6, 7, …'],
  ],
  [
    'columns that only the call names',
    'a,b\n1,2\n',
    { null_padding: true, header: true, names: ['a', 'b', 'c'] },
    ['null_padding filled up 1 record with NULL, at line 2'],
  ],
  ['no record filled up', 'a,b\n1,2\n3,\n\n', { null_padding: true }, []],
  [
    'one record left out',
    short,
    { ignore_errors: true },
    ['ignore_errors left out 1 record (1 line), at line 3'],
  ],
  [
    'one left out, one filled up',
    `${short}6,7,8\n`,
    { ignore_errors: true, null_padding: true },
    [
      'ignore_errors left out 1 record (1 line), at line 5',
      'null_padding filled up 1 record with NULL, at line 3',
    ],
  ],
])('%s', async (_, content, options, words) => {
  expect(await warningsOf(content, options)).toEqual(
    words.map((each) => `The file 'x.csv': ${each}`),
  );
});
