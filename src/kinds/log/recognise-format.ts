// Tells the format of a log by the first lines of the file.
import type { FileStart } from '../shared/bytes/file-start.ts';
import { hasRequest, isAccessEntry } from './access-entry.ts';
import type { LogFormat } from './log-format.ts';

const lookedLines = 20;

/** Those that are not empty. Bytes that are no text are told later. */
export function firstLines({ bytes }: FileStart): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length && lines.length < lookedLines; ) {
    const end = bytes.indexOf('\n', at);
    const line = bytes.toString('utf8', at, end === -1 ? bytes.length : end).replace(/\r$/, '');
    if (line !== '') lines.push(line);
    at = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

export function recogniseLog(start: FileStart, isNamed: boolean): 'log' | null {
  return recogniseFormat(firstLines(start), isNamed) === null ? null : 'log';
}

/** `isNamed`: a log by its name may begin with other lines. Null: it is no log that is known. */
export function recogniseFormat(lines: readonly string[], isNamed: boolean): LogFormat | null {
  const [first = '', ...others] = lines;
  if (first.startsWith('#')) return isW3c(lines, isNamed) ? 'w3c' : null;
  const entries = (isNamed ? [first, ...others] : [first]).filter(hasRequest);
  if (entries.some((line) => isAccessEntry(line, 'combined'))) return 'combined';
  if (entries.some((line) => isAccessEntry(line, 'common'))) return 'common';
  // What else such a line has is told with its number.
  return entries.length > 0 ? 'combined' : null;
}

function isW3c(lines: readonly string[], isNamed: boolean): boolean {
  if (isNamed && /^#[ \t]*software[ \t]*:/i.test(lines[0] ?? '')) return true;
  const entry = lines.findIndex((line) => !line.startsWith('#'));
  const directives = entry === -1 ? lines : lines.slice(0, entry);
  return directives.some((line) => /^#[ \t]*fields[ \t]*:/i.test(line));
}
