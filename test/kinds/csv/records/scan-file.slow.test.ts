// Scans random files as a whole and in pieces.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileFaultFound, type FileScan } from '../../../../src/kinds/csv/records/file-scan.ts';
import type { LineEnd } from '../../../../src/kinds/csv/records/record-scanner.ts';
import { scanFile } from '../../../../src/kinds/csv/records/scan-file.ts';
import { narrowestType } from '../../../../src/kinds/shared/types/column-types.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const onePiece = { minPieceBytes: Number.POSITIVE_INFINITY, maxPieces: 1 };
const threePieces = { minPieceBytes: 8, maxPieces: 3 };

function scanOf(path: string, lineEnd: LineEnd = '\n', width = 2): FileScan {
  return {
    file: { path, shownPath: 'x.csv' },
    compression: 'none',
    start: 0,
    syntax: { delimiter: ',', quote: '"', lineEnd, width, hasHeader: true },
    tasks: Array.from({ length: width }, () => ({ kind: 'infer' })),
    nullTexts: new Set(),
    maxRecordBytes: 1_000,
  };
}

async function outcome(scan: FileScan, rules = onePiece) {
  try {
    const { types, ...findings } = await scanFile(scan, rules);
    return { ...findings, types: types.map(narrowestType) };
  } catch (error) {
    if (error instanceof FileFaultFound) return { fault: error.fault };
    throw error;
  }
}

const field = fc.constantFrom(
  '1',
  'ab',
  '2.5',
  '',
  '"x"',
  '"a\nb"',
  '"c\r\n1,2\n3,4\r\nd"',
  '"""\n"',
  '"',
  'é',
);
const record = fc.array(field, { minLength: 1, maxLength: 3 }).map((fields) => fields.join(','));

test('in pieces a file is found to be what it is as a whole', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'x.csv');
  const files = fc.tuple(
    fc.array(fc.oneof({ arbitrary: fc.constant('1,2'), weight: 3 }, record), {
      minLength: 3,
      maxLength: 20,
    }),
    fc.constantFrom<LineEnd>('\n', '\r\n', '\r'),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(files, async ([records, lineEnd, isEnded]) => {
      await writeFile(path, `a,b${lineEnd}${records.join(lineEnd)}${isEnded ? lineEnd : ''}`);
      const scan = scanOf(path, lineEnd);
      expect(await outcome(scan, threePieces)).toEqual(await outcome(scan));
    }),
    { numRuns: 1_000 },
  );
});
