// Files that are scanned and written in threads, in pieces of some hundred bytes: every record, in its order.
import { expect, test } from 'vitest';
import type { LineEnd } from '../../../../src/kinds/csv/records/record-scanner.ts';
import { scanFile } from '../../../../src/kinds/csv/records/scan-file.ts';
import { randomOf } from '../../../differential/random.ts';
import { columnLab } from '../../../kinds/csv/records/column-lab.ts';
import { csvLab } from './csv-lab.ts';

const files = csvLab();
const lab = columnLab();

const plain = [
  '',
  '',
  ' lead',
  'trail ',
  'é',
  '日本語',
  '😀',
  "it's",
  '\\',
  '#',
  '-',
  'x'.repeat(90),
];
const quoted = ['"a, ""b"""', '"x\n1,2,3,4\ny"', '"\r\n"', '""', ' "spaced" ', '"\n\n"', '"é\r"'];
const forms = ['bigint', 'text', 'text', 'double'] as const;

test.each([
  ['without quotes', ',', '\n', plain],
  ['without quotes', ';', '\r\n', plain],
  ['without quotes', '\t', '\r', plain],
  ['with quotes', ',', '\n', [...plain, ...quoted]],
  ['with quotes', '|', '\r\n', [...plain, ...quoted]],
  ['with quotes', ',', '\r', [...plain, ...quoted]],
])('%s, by %j and %j', async (_, delimiter, lineEnd, texts) => {
  for (let seed = 1; seed <= 15; seed++) {
    const random = randomOf(seed);
    const rows = Array.from({ length: 300 + random.below(1_000) }, (_, id) => [
      String(id),
      random.pick(texts),
      random.pick(texts),
      String(random.below(1e6) / 100),
    ]);
    const emptyLines = seed % 3 === 0 ? lineEnd : '';
    const lines = [['id', 'a', 'b', 'n'], ...rows].map((row) => row.join(delimiter));
    const text = lines.join(lineEnd + emptyLines) + (seed % 2 === 0 ? lineEnd : '');
    const columns = forms.map((form, field) => ({ form, field, isGuess: seed % 5 === 0 }));
    const { path, findings } = await lab.writeBy(columns, (sink) =>
      scanFile(
        {
          file: files.write('x.csv', text),
          compression: 'none',
          start: 0,
          syntax: { delimiter, quote: '"', lineEnd: lineEnd as LineEnd, width: 4, hasHeader: true },
          tasks: forms.map(() => ({ kind: 'any' })),
          nullTexts: new Set(),
          maxRecordBytes: 100_000,
          writing: { columns, sink },
        },
        { minPieceBytes: 200 + random.below(1_000), maxPieces: 64 },
      ),
    );
    expect(findings).toMatchObject({ records: rows.length, isBroken: false });
    expect(findings.groups.length).toBeGreaterThan(5);
    const found = (await lab.read(path)).map(([id, a, b, n]) => [id, a, b, Number(n)]);
    expect(found).toEqual(rows.map(([id, a, b, n]) => [id, textOf(a), textOf(b), Number(n)]));
  }
});

function textOf(field = ''): string | null {
  const inner = /^ ?"(.*)" *$/s.exec(field)?.[1]?.replaceAll('""', '"') ?? field;
  return inner === '' ? null : inner;
}
