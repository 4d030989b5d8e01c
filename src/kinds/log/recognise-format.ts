// Tells the format of a log by the first lines of the file.
import { type Compression, compressionOf, fileBytes } from '../shared/bytes/file-bytes.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { hasRequest, isAccessEntry } from './access-entry.ts';
import type { LogFormat } from './log-format.ts';

const chunkBytes = 1 << 16;
const lookedLines = 20;

/** What of a file is looked at. Bytes that are no text are told later. */
export async function firstLines(file: SourceFile, compression: Compression): Promise<string[]> {
  for await (const chunk of fileBytes(file, compression, chunkBytes)) {
    const text = chunk.toString('utf8').replace(/^\ufeff/, '');
    return text.split(/\r?\n/);
  }
  return [];
}

/** Null: nothing tells that the file is a log. */
export async function logFormatOf(file: SourceFile): Promise<LogFormat | 'none' | null> {
  return recogniseFormat(await firstLines(file, compressionOf(file.path)));
}

/** `none`: there is no line at all. Null: it is no log that is known. */
export function recogniseFormat(lines: readonly string[]): LogFormat | 'none' | null {
  const [first, ...others] = lines.filter((line) => line !== '').slice(0, lookedLines);
  if (first === undefined) return 'none';
  if (/^#[ \t]*(?:fields|software)[ \t]*:/i.test(first)) return 'w3c';
  const looked = [first, ...others];
  if (first.startsWith('#')) {
    const head = looked.slice(
      0,
      looked.findIndex((line) => !line.startsWith('#')),
    );
    return head.some((line) => /^#[ \t]*fields[ \t]*:/i.test(line)) ? 'w3c' : null;
  }
  if (looked.some((line) => isAccessEntry(line, 'combined'))) return 'combined';
  if (looked.some((line) => isAccessEntry(line, 'common'))) return 'common';
  // What else such a line has is told with its number.
  return looked.some(hasRequest) ? 'combined' : null;
}
