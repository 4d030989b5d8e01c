// Reads the first lines of a file on the cluster, and finds its dialect and header by the rules of every other file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataFile } from '../../../files/resolve-path.ts';
import { type HeaderReading, readHeader } from '../../../kinds/csv/header/header.ts';
import type { ReadOptions } from '../../../kinds/csv/read-options.ts';
import type { AskCluster } from '../files/cluster-listing.ts';
import { fileNotOnSpark, overLines } from './inspect-files.ts';
import { splitLine } from './record-lines.ts';

const sampleLines = 1_000;
const sampleBytes = 4_000_000;

/** Of the file's first part, without line feeds. */
export async function firstLines(
  file: DataFile,
  ask: AskCluster,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const query = `SELECT line FROM (SELECT CAST(value AS BINARY) AS line, input_file_block_start() AS block FROM t0) WHERE block = 0 LIMIT ${sampleLines}`;
  const rows = await ask(overLines(query, [file]), signal);
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const { line } of rows) {
    lines.push(Buffer.from(line as Uint8Array));
    bytes += (line as Uint8Array).length;
    if (bytes > sampleBytes) break;
  }
  return lines;
}

function isUtf16([first]: readonly Buffer[]): boolean {
  return ['fffe', 'feff'].includes(first?.subarray(0, 2).toString('hex') ?? '');
}

export function headerLine([first]: readonly Buffer[]): string {
  return (first ?? Buffer.alloc(0)).toString().replace(/\r$/, '');
}

/** By the same rules as every other file: they read the lines as a file of their own. */
export async function readFirstLines(
  lines: readonly Buffer[],
  {
    first,
    options,
    signal,
  }: {
    readonly first: DataFile;
    readonly options: ReadOptions;
    readonly signal: AbortSignal;
  },
): Promise<HeaderReading> {
  // Its line feeds have a byte of their own on the other side of the cut.
  if (isUtf16(lines)) throw fileNotOnSpark(first.shownPath, 'the encoding UTF-16');
  const folder = await mkdtemp(join(tmpdir(), 'pathql-head-'));
  try {
    const path = join(folder, 'head.csv');
    const parts = lines.flatMap((line) => [line, Buffer.from('\n')]);
    await writeFile(path, Buffer.concat(parts), { mode: 0o600 });
    const { shownPath } = first;
    const reading = await readHeader({ path, shownPath }, options, signal);
    assertLineWise(reading, lines, shownPath);
    return reading;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function assertLineWise(
  { dialect, lineEnd, fields }: HeaderReading,
  lines: readonly Buffer[],
  shownPath: string,
): void {
  const { encoding, delimiter, skippedLines } = dialect;
  const own = splitLine(headerLine(lines), delimiter);
  const isSame = own?.slice(0, fields.length).every((text, i) => text === fields[i]) === true;
  const fault =
    encoding !== 'utf-8'
      ? `the encoding ${encoding}`
      : lineEnd === '\r'
        ? 'lines that end in CR'
        : [...delimiter].length > 1
          ? 'a delimiter of several characters'
          : skippedLines > 0
            ? 'lines before its header'
            : isSame
              ? null
              : 'a header in more than one line, or with spaces around quotes';
  if (fault !== null) throw fileNotOnSpark(shownPath, fault);
}
