// Copies the entries of a log as records that the scanner and engines read: one width, a line each, NULL as nothing.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { writeFailed } from '../shared/write-failed.ts';
import type { Entry, EntryReader } from './entry-reader.ts';
import { EntryFault, logFault } from './log-fault.ts';
import { type LogSource, logLines } from './log-lines.ts';

/** Characters that logs hardly have: nearly no value needs quotes, and copies without them are read by several threads. */
export const copyDialect = { delimiter: '\x1f', quote: '\x1e' } as const;

const needsQuotes = /[\x1e\x1f\r\n\ufeff]/;

/** Writes a new file at `path`, which is gone again where this rejects. */
export async function writeCopy(
  source: LogSource,
  reader: EntryReader,
  path: string,
): Promise<void> {
  const copy = await open(path, 'wx', 0o600).catch(writeFailed);
  try {
    await writeEntries(source, reader, copy);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await copy.close();
  }
}

async function writeEntries(
  source: LogSource,
  reader: EntryReader,
  copy: FileHandle,
): Promise<void> {
  let lineNumber = 0;
  for await (const lines of logLines(source)) {
    let text = '';
    for (const line of lines) {
      lineNumber++;
      const entry = readLine(line, lineNumber, { source, reader });
      if (entry !== null) text += recordOf(entry);
    }
    await copy.appendFile(text).catch(writeFailed);
  }
}

function readLine(
  line: string,
  lineNumber: number,
  { source, reader }: { readonly source: LogSource; readonly reader: EntryReader },
): Entry | null {
  try {
    return reader.read(line, lineNumber);
  } catch (error) {
    if (!(error instanceof EntryFault)) throw error;
    throw logFault(source.file, `, line ${lineNumber}: ${error.message}`, error);
  }
}

/** One value alone gets an empty one behind it: a line without any character may be no record. */
function recordOf(entry: Entry): string {
  const values = entry.map(fieldOf).join(copyDialect.delimiter);
  return entry.length === 1 ? `${values}${copyDialect.delimiter}\n` : `${values}\n`;
}

function fieldOf(value: string | null): string {
  if (value === null) return '';
  const { quote } = copyDialect;
  if (!needsQuotes.test(value)) return value;
  return `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
}
