import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type RecordFault,
  type RecordFindings,
  RecordScanner,
  type RecordSyntax,
} from '../../../../src/kinds/csv/records/record-scanner.ts';
import {
  commonTypes,
  everyType,
  narrowestType,
  typesOfText,
} from '../../../../src/kinds/shared/types/column-types.ts';
import type { ColumnTask } from '../../../../src/kinds/shared/types/table-types.ts';
import { pieceLengths, syntaxes, texts, valueTexts } from './random-records.ts';
import { referenceScan } from './reference-scan.ts';

interface Scanned {
  readonly fault: RecordFault | null;
  readonly findings: RecordFindings;
}

const scanner = new RecordScanner();

const inferAll = (width: number): ColumnTask[] =>
  Array.from({ length: width }, () => ({ kind: 'infer' }));

/** Puts the bytes in pieces of these lengths, over and over. */
function scan(
  bytes: Buffer,
  syntax: RecordSyntax,
  pieces: readonly number[] = [1 << 19],
  tasks = inferAll(syntax.width),
  nullTexts: ReadonlySet<string> = new Set(),
): Scanned {
  scanner.begin({ syntax, tasks, nullTexts });
  for (let at = 0, piece = 0; ; piece++) {
    const length = Math.min(pieces[piece % pieces.length] ?? 1, scanner.room.length);
    const copied = bytes.copy(scanner.room, 0, at, at + length);
    scanner.put(copied);
    at += copied;
    const fault = scanner.scan(copied === 0);
    if (fault !== null || copied === 0) return { fault, findings: scanner.findings };
  }
}

test('finds the same records, faults and types as a scan of one character at a time', () => {
  fc.assert(
    fc.property(texts, syntaxes, pieceLengths, (text, syntax, pieces) => {
      const expected = referenceScan(text, syntax);
      const { fault, findings } = scan(Buffer.from(text), syntax, pieces);
      expect(fault && { kind: fault.kind, offset: fault.offset }).toEqual(expected.fault);
      if (expected.fault !== null) return;
      expect(findings.records).toBe(expected.rows.length);
      expect(findings.longestRecord).toBe(expected.longestRecord);
      const types = Array.from({ length: syntax.width }, (_, column) =>
        expected.rows
          .map((row) => row[column] ?? '')
          .filter((field) => field !== '')
          .map((field) => typesOfText(field))
          .reduce(commonTypes, everyType),
      );
      expect(findings.types.map(narrowestType)).toEqual(types.map(narrowestType));
    }),
    { numRuns: 20_000 },
  );
});

test('finds for every text the types that the rules of types/ find', () => {
  fc.assert(
    fc.property(
      fc.array(valueTexts, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (list, isQuoted) => {
        const lines = list.map((text) => (isQuoted ? `"${text}"\n` : `${text}\n`)).join('');
        const syntax = {
          delimiter: ';',
          quote: '"',
          lineEnd: '\n',
          width: 1,
          hasHeader: false,
        } as const;
        const { findings } = scan(Buffer.from(lines), syntax);
        const expected = list.filter((text) => text !== '').map((text) => typesOfText(text));
        const found = findings.types.map(narrowestType);
        expect(found).toEqual([narrowestType(expected.reduce(commonTypes, everyType))]);
      },
    ),
    { numRuns: 20_000 },
  );
});

test('takes null texts for no value, whatever their kind', () => {
  const syntax = { delimiter: ',', quote: '"', lineEnd: '\n', width: 3, hasHeader: true } as const;
  const file = 'a,b,c\n1,0.5,2024-01-31\n-999,NA,0\n"-999",1.5,"NA"\n';
  const { findings } = scan(
    Buffer.from(file),
    syntax,
    undefined,
    undefined,
    new Set(['-999', 'NA', '0']),
  );
  expect(findings.types.map((types) => narrowestType(types).name)).toEqual([
    'BIGINT',
    'DOUBLE',
    'DATE',
  ]);
});

test('refuses a text that does not fit the type its column was given, at its place', () => {
  const syntax = { delimiter: ',', quote: '"', lineEnd: '\n', width: 2, hasHeader: true } as const;
  const tasks: ColumnTask[] = [{ kind: 'any' }, { kind: 'fit', type: 'INTEGER', notation: {} }];
  const rows = Array.from({ length: 5_000 }, (_, i) => `${i},"${i}"\n`);
  const head = `a,b\n${rows.slice(0, 3_000).join('')}`;
  const file = `${head}x,"1""2"\n${rows.slice(3_000).join('')}y,z\n`;
  const { fault } = scan(Buffer.from(file), syntax, undefined, tasks);
  expect(fault).toEqual({ kind: 'value', offset: head.length + 3, column: 1, text: '1"2' });
});

test.each([
  ['latin-1', Buffer.from('a,b\n1,caf\xe9\n', 'latin1'), 'not-utf-8', 9],
  ['a character cut off at the end', Buffer.from('a,b\n1,caf\xc3', 'latin1'), 'not-utf-8', 9],
  ['a NUL', Buffer.from('a,b\n1,x\0\n'), 'nul', 7],
  ['UTF-16, whatever its records are', Buffer.from('a,b\n1,2\n', 'utf16le'), 'nul', 1],
] as const)('names %s before anything else', (_, bytes, kind, offset) => {
  const syntax = { delimiter: ',', quote: '"', lineEnd: '\n', width: 2, hasHeader: true } as const;
  for (const piece of [1, 3, 1_000]) {
    expect(scan(bytes, syntax, [piece]).fault).toMatchObject({ kind, offset });
  }
});

test('takes records longer than its rooms', () => {
  const syntax = { delimiter: ',', quote: '"', lineEnd: '\n', width: 2, hasHeader: true } as const;
  const long = 'x'.repeat(3_000_000);
  const file = `a,b\n1,${long}\n2,"${long}\n${long}"\n3,y\n`;
  const { fault, findings } = scan(Buffer.from(file), syntax);
  expect(fault).toBeNull();
  expect(findings).toMatchObject({ records: 3, longestRecord: 6_000_006 });
});

test('reads characters of several bytes that meet the border of a room', () => {
  const syntax = { delimiter: ',', quote: '"', lineEnd: '\n', width: 2, hasHeader: true } as const;
  const file = `a,b\n${'1,é€😀\n'.repeat(500)}`;
  for (const piece of [1, 2, 3, 5, 7]) {
    expect(scan(Buffer.from(file), syntax, [piece])).toMatchObject({
      fault: null,
      findings: { records: 500 },
    });
  }
});
