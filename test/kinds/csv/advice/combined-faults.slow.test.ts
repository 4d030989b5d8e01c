// Files that are awkward in several ways at once: the hint reads what was written into them.
import { expect, test } from 'vitest';
import { openCsvTable } from '../../../../src/kinds/csv/open-csv-table.ts';
import { copiesIn } from '../../../clean-copies.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { csvFile } from '../csv-file.ts';

const preambles = {
  none: [],
  title: ['Sales of the year'],
  'title and empty line': ['Sales of the year', ''],
  'several lines': ['Sales', 'Made by us', 'All in euros', ''],
} as const;
const delimiters = [',', ';', '\t', '|'] as const;
const cities = ['Lisboa', 'Zürich', 'Köln', 'Málaga'];
const tables = {
  plain: (at: number, mark: string) => [at, cities[at % 4], at * 1.5].join(mark),
  'quoted delimiters': (at: number, mark: string) =>
    [at, `"${cities[at % 4]}${mark} old"`, at].join(mark),
  'quotes as text': (at: number, mark: string) =>
    [at, at === 5 ? '"Vis-a-Vis" Bus' : cities[at % 4], at].join(mark),
} as const;
const footers = {
  none: [],
  total: ['Total: 20'],
  'empty line and source': ['', 'Source: us'],
} as const;
const encodings = ['utf-8', 'latin1'] as const;
const lineEnds = ['\n', '\r\n'] as const;

const cases = Object.entries(preambles).flatMap(([preamble, above]) =>
  delimiters.flatMap((delimiter) =>
    Object.entries(tables).flatMap(([table, row]) =>
      Object.entries(footers).flatMap(([footer, below]) =>
        encodings.flatMap((encoding) =>
          lineEnds.map((lineEnd) => ({
            ...{ preamble, delimiter, table, footer, encoding, lineEnd },
            lines: [
              ...above,
              ['id', 'city', 'price'].join(delimiter),
              ...Array.from({ length: 20 }, (_, at) => row(at, delimiter)),
              ...below,
            ],
          })),
        ),
      ),
    ),
  ),
);

test.each(
  cases,
)('preamble: $preamble, $delimiter, $table, footer: $footer, $encoding, $lineEnd', async ({
  lines,
  lineEnd,
  encoding,
  preamble,
  footer,
  table,
  delimiter,
}) => {
  const text = lines.map((line) => line + lineEnd).join('');
  const file = await csvFile('x.csv', Buffer.from(text, encoding));
  const copies = copiesIn(await temporaryFolder());
  const open = (given: Map<string, { value: unknown }> | null) =>
    openCsvTable([file], given, { copies });
  const asIs = await open(null).catch((error: Error) => error);
  const isPlain =
    preamble === 'none' && footer === 'none' && encoding === 'utf-8' && table !== 'quotes as text';
  if (!(asIs instanceof Error)) {
    // A title above a delimiter other than those it has: one column, of which a warning tells.
    expect(isPlain || asIs.names.length === 1, String(delimiter)).toBe(true);
    expect(asIs.warnings).toHaveLength(isPlain ? 0 : 1);
    return;
  }
  const [, options = ''] = /read_csv\('x\.csv', (.*)\)$/.exec(asIs.message) ?? [];
  const given = new Map(
    options.split(', ').map((option) => {
      const [name = '', value = ''] = option.split('=');
      const constant = /^'/.test(value)
        ? value.slice(1, -1).replaceAll("''", "'")
        : JSON.parse(value);
      return [name, { value: constant }] as const;
    }),
  );
  const { names, rowCount } = await open(given);
  expect({ names, rowCount }, asIs.message).toEqual({
    names: ['id', 'city', 'price'],
    rowCount: 20,
  });
});
