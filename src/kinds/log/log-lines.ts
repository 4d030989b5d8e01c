// Reads the lines of a log file, decompressed, as UTF-8.
import type { Compression } from '../shared/bytes/file-bytes.ts';
import { fileText } from '../shared/bytes/file-text.ts';
import { FaultyFile } from '../shared/faulty-file.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { logFault } from './log-fault.ts';

export interface LogSource {
  readonly file: SourceFile;
  readonly compression: Compression;
  readonly signal: AbortSignal;
}

const maxLineCharacters = 1_000_000;

/** In order, some at a time, without their ends. Rejects with file_invalid, naming the line, or as `fileBytes` does. */
export async function* logLines(source: LogSource): AsyncGenerator<readonly string[]> {
  const { file } = source;
  let rest = '';
  let lineNumber = 1;
  try {
    for await (const chunk of fileText({ ...source, encoding: 'utf-8' })) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      const long = [...lines, rest].findIndex(({ length }) => length > maxLineCharacters);
      if (long !== -1) throw tooLong(file, lineNumber + long);
      lineNumber += lines.length;
      yield lines.map(withoutReturn);
    }
  } catch (error) {
    throw error instanceof FaultyFile ? notLog(error) : error;
  }
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function tooLong(file: SourceFile, line: number): Error {
  const words = `, line ${line}: expected lines of at most ${maxLineCharacters} characters, found a longer one`;
  return logFault(file, words);
}

/** Bytes that are no text: no other way of reading is looked for. */
function notLog({ message, file }: FaultyFile): Error {
  return logFault(file, message.slice(`The file '${file.shownPath}'`.length));
}
