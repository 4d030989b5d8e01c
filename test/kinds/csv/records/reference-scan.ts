// Scans a CSV text one character at a time, as docs/csv-files.md says: slow, simple, and written apart from the scanner.
import type {
  RecordFault,
  RecordSyntax,
} from '../../../../src/kinds/csv/records/record-scanner.ts';

export interface ReferenceScan {
  readonly rows: readonly (readonly string[])[];
  readonly fault: Pick<RecordFault, 'kind' | 'offset'> | null;
  readonly longestRecord: number;
}

/** `text` holds ASCII only, so that characters are bytes. */
export function referenceScan(text: string, syntax: RecordSyntax): ReferenceScan {
  const { delimiter, quote, lineEnd, width, hasHeader } = syntax;
  const rows: string[][] = [];
  let longestRecord = 0;
  let at = 0;
  let isHeader = hasHeader;
  const failed = (kind: RecordFault['kind'], offset: number): ReferenceScan => ({
    rows,
    fault: { kind, offset },
    longestRecord,
  });
  while (at < text.length) {
    const start = at;
    const fields: string[] = [];
    let isTooLong = false;
    for (;;) {
      const position = fields.length;
      let value = '';
      let valueAt = at;
      const isSpaced =
        quote !== '' && delimiter !== ' ' && text[at] === ' ' && text[at + 1] === quote;
      if (quote !== '' && (text[at] === quote || isSpaced)) {
        at += isSpaced ? 2 : 1;
        valueAt = at;
        for (;;) {
          if (at >= text.length) return failed('open-quote', valueAt - 1);
          if (text[at] === quote && text[at + 1] === quote) {
            value += quote;
            at += 2;
          } else if (text[at] === quote) {
            at++;
            break;
          } else value += text[at++];
        }
        while (at < text.length && !isEnd(text[at])) {
          if (text[at] !== ' ') return failed('text-after-quote', at);
          at++;
        }
      } else while (at < text.length && !isEnd(text[at])) value += text[at++];
      isTooLong ||= value !== '' && position >= width;
      fields.push(value);
      if (at < text.length && text[at] === delimiter) at++;
      else break;
    }
    const isEmpty = at === start;
    if (at < text.length) {
      const isLate = lineEnd === '\r' && isEmpty && text[at] === '\n';
      if (!text.startsWith(lineEnd, at)) return failed('mixed-line-ends', isLate ? at - 1 : at);
      at += lineEnd.length;
    }
    longestRecord = Math.max(longestRecord, at - start);
    if (isHeader) {
      isHeader = false;
      continue;
    }
    if (isEmpty && width > 1) continue;
    if (isTooLong) return failed('too-many-fields', start);
    if (fields.length < width) return failed('too-few-fields', start);
    rows.push(fields.slice(0, width));
  }
  return { rows, fault: null, longestRecord };

  function isEnd(character: string | undefined): boolean {
    return character === delimiter || character === '\n' || character === '\r';
  }
}
