// Tells a footer below the records, such as a line with a total, from a record that lacks fields.
import type { Fault } from '../../shared/faulty-file.ts';

const maxFooterLines = 10;

/** As MS-DOS wrote it. */
const endOfFile = '\x1a';

const words =
  /^[\s"'([*=-]*(?:(?:grand |sub)?totals?|sums?|summe|gesamt|insgesamt|totale?|suma|source|sources|quelle|fonte|fuente|notes?|footnotes?|legend|generated|created|exported|printed|report|end of|eof|copyright|©|https?:|rows?:|records?:|count:|\d+ (?:rows?|records?|lines?|entries)\b)/i;

/** The faulty record and all after it are few, and one of them begins as footers do, or is a sentence. */
export function isFooter({ kind, ahead }: Pick<Fault, 'kind' | 'ahead'>): boolean {
  const lines = footerLines(ahead);
  if (kind !== 'too-few-fields' || lines.length === 0 || lines.length > maxFooterLines)
    return false;
  return lines.some(
    (line) => line === endOfFile || words.test(line) || /^[^,;\t|]+: |^\S+(?: \S+){4,}$/.test(line),
  );
}

export function footerLines(ahead: string): string[] {
  return ahead.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}
