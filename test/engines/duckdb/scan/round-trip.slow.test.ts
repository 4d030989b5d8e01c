// A random table, written by a CSV writer of the test's own, comes back cell for cell.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf } from '../../../../src/kinds/shared/types/exact-types.ts';
import { type Answer, csvLab } from './csv-lab.ts';
import { texts } from './texts.ts';

const lab = csvLab();

interface Style {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quotesAll: boolean;
  readonly endsLastLine: boolean;
}

const style: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(',', '\t', ';', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  endsLastLine: fc.boolean(),
});

function writeCsv(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnd, quotesAll, endsLastLine }: Style,
): string {
  const field = (value: string) => {
    const mustQuote = quotesAll || /[",;|\t\r\n]/.test(value) || /^ /.test(value) || value === '';
    return mustQuote ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const lines = rows.map((row) => row.map(field).join(delimiter));
  return lines.join(lineEnd) + (endsLastLine ? lineEnd : '');
}

/** Values that a column of one kind may hold, so that columns do get types. */
const kinds: readonly fc.Arbitrary<string>[] = [
  texts.random,
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .date({ min: new Date(0), noInvalidDate: true, max: new Date('2200-01-01') })
    .map((day) => day.toISOString().slice(0, 10)),
  fc
    .date({ min: new Date(0), noInvalidDate: true, max: new Date('2200-01-01') })
    .map((day) => day.toISOString().slice(0, 23)),
  fc.boolean().map(String),
  fc.constant(''),
];

const table = fc
  .record({
    columns: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }),
    height: fc.integer({ min: 0, max: 40 }),
  })
  .chain(({ columns, height }) =>
    fc
      .tuple(
        ...columns.map((kind) =>
          fc.array(
            fc.oneof(
              { weight: 8, arbitrary: kind },
              { weight: 1, arbitrary: fc.constant('') },
              {
                weight: 1,
                arbitrary: fc
                  .constantFrom(...kinds.slice(0, 1))
                  .chain((other) => fc.boolean().chain((isOdd) => (isOdd ? other : kind))),
              },
            ),
            { minLength: height, maxLength: height },
          ),
        ),
      )
      .map((values) =>
        Array.from({ length: height }, (_, row) => values.map((column) => column[row] ?? '')),
      ),
  );

/** What the answer shows is the value that was written: the same text, or the same number or moment. */
function isSame(written: string, shown: string | null, type: string): boolean {
  if (written === '' || shown === null) return written === '' && shown === null;
  if (written === shown) return true;
  if (type === 'BOOLEAN') return written.toLowerCase() === shown;
  if (/INT$/.test(type)) return written.trim() === shown;
  if (/^(DOUBLE|DECIMAL)/.test(type)) {
    return digitsOf(written.trim()) === digitsOf(shown) && Number(written) === Number(shown);
  }
  if (!type.startsWith('TIMESTAMP')) return false;
  const micros = (text: string) => (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0');
  const seconds = (text: string) => Date.parse(iso(text, type));
  return micros(written) === micros(shown) && seconds(written) === seconds(shown);
}

function iso(text: string, type: string): string {
  const [date = '', time = '00:00:00'] = text.replace(/\.\d+/, '').split(/[ T]/);
  const zone = /(Z|[+-]\d\d)(?::?(\d\d))?$/.exec(time);
  const clock = zone ? time.slice(0, zone.index) : time;
  const offset = !zone || zone[1] === 'Z' ? 'Z' : `${zone[1]}:${zone[2] ?? '00'}`;
  return `${date}T${clock}${type === 'TIMESTAMP' ? 'Z' : offset}`;
}

function differences(
  rows: readonly (readonly string[])[],
  { rows: shown, types }: Answer,
): string[] {
  if (rows.length !== shown.length) return [`${shown.length} rows instead of ${rows.length}`];
  return rows.flatMap((row, r) =>
    row.flatMap((written, c) =>
      isSame(written, shown[r]?.[c] ?? null, types[c] ?? '')
        ? []
        : [`${types[c]} ${JSON.stringify(written)}: ${JSON.stringify(shown[r]?.[c])}`],
    ),
  );
}

test('a random table, in any order of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(table, style, async (rows, how) => {
      const header = (rows[0] ?? ['']).map((_, index) => `column ${index}`);
      for (const ordered of [rows, [...rows].reverse()]) {
        const file = lab.write('random.csv', writeCsv([header, ...ordered], how));
        const answer = await lab.read(file);
        expect(differences(ordered, answer)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('the same types in any order of the rows', async () => {
  const column = fc.array(
    texts.random.filter((text) => text !== ''),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(column, async (values) => {
      const typeOf = async (ordered: string[]) => {
        const quoted = ordered.map((value) => `"${value.replaceAll('"', '""')}"\n`).join('');
        return (await lab.read(lab.write('order.csv', `a\n${quoted}`))).types;
      };
      expect(await typeOf([...values].reverse())).toEqual(await typeOf(values));
    }),
    { numRuns: 200 },
  );
});
