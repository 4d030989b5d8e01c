// Scans files from disk: the same in one piece and in several, wherever they are cut.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileFaultFound, type FileScan } from '../../../../src/kinds/csv/records/file-scan.ts';
import type { LineEnd } from '../../../../src/kinds/csv/records/record-scanner.ts';
import { scanFile } from '../../../../src/kinds/csv/records/scan-file.ts';
import { narrowestType } from '../../../../src/kinds/shared/types/column-types.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { csvFile } from '../csv-file.ts';

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

describe('a large file in pieces', () => {
  const rows = (count: number, value: string) => `1,${value}\n`.repeat(count);

  test('has the types of all of them', async () => {
    const { path } = await csvFile(
      'x.csv',
      `a,b\n${rows(300_000, '7')}${rows(300_000, '2.5')}5,x\n`,
    );
    const findings = await outcome(scanOf(path), { minPieceBytes: 500_000, maxPieces: 4 });
    expect(findings).toEqual(await outcome(scanOf(path)));
    expect(findings).toMatchObject({
      records: 600_001,
      types: [{ name: 'BIGINT' }, { name: 'VARCHAR' }],
    });
  });

  test('has the first of its faults', async () => {
    const { path } = await csvFile(
      'x.csv',
      `a,b\n${rows(300_000, '7')}1\n${rows(300_000, '7')}1,2,3\n`,
    );
    const rules = { minPieceBytes: 500_000, maxPieces: 4 };
    expect(await outcome(scanOf(path), rules)).toEqual({
      fault: { kind: 'too-few-fields', offset: 4 + 300_000 * 4, column: 1 },
    });
  });

  test('is read in order from where a cut fell into quotes', async () => {
    const text = `"${'1,2\n'.repeat(100_000)}"`;
    const { path } = await csvFile('x.csv', `a,b\n${rows(10, '7')}1,${text}\n${rows(10, 'x')}`);
    const scan = { ...scanOf(path), maxRecordBytes: 1_000_000 };
    const findings = await outcome(scan, { minPieceBytes: 100_000, maxPieces: 4 });
    expect(findings).toEqual(await outcome(scan));
    expect(findings).toMatchObject({ records: 21, longestRecord: 400_005 });
  });

  test('is left when the query is stopped', async () => {
    const { path } = await csvFile('x.csv', `a,b\n${rows(2_000_000, '7')}`);
    const caller = new AbortController();
    const scan = { ...scanOf(path), signal: caller.signal };
    const scanned = scanFile(scan, { minPieceBytes: 500_000, maxPieces: 2 });
    caller.abort(new Error('stopped'));
    await expect(scanned).rejects.toThrow('stopped');
  });

  test('that is gone is not readable', async () => {
    const scan = scanOf(join(await temporaryFolder(), 'none.csv'));
    await expect(scanFile(scan, threePieces)).rejects.toMatchObject({ code: 'file_not_readable' });
  });
});
