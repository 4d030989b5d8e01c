// Reads the records of a whole text one character at a time: slow, and written apart from the parser it is compared with.
import type { TextSyntax } from '../../../../src/kinds/csv/rewrite/read-record.ts';

export interface NaiveRecord {
  readonly line: number;
  readonly texts: readonly string[];
  readonly fault: string | null;
}

export function naiveParse(text: string, syntax: TextSyntax): NaiveRecord[] {
  const { delimiter, quote, escapedBy, comment, isStrict, lineEnd, quotedLimit } = syntax;
  const records: NaiveRecord[] = [];
  let at = 0;
  const has = (mark: string, place = at) =>
    mark !== '' && text.slice(place, place + mark.length) === mark;
  const isBreak = (place = at) => text[place] === '\r' || text[place] === '\n';
  const linesBefore = (place: number) => {
    let lines = 0;
    for (let i = 0; i < place; i++) {
      if (text[i] === '\n' || (text[i] === '\r' && !(text[i + 1] === '\n' && i + 1 < place)))
        lines++;
    }
    return lines;
  };
  const takeBreak = () => {
    const found = has('\r\n') ? '\r\n' : (text[at] ?? '');
    at += found.length;
    return found === '' || lineEnd === 'any' || lineEnd === found;
  };
  const toBreak = () => {
    while (at < text.length && !isBreak()) at++;
  };

  while (at < text.length) {
    const start = at;
    const texts: string[] = [];
    let fault: string | null = null;
    let opened = at;
    const isComment = has(comment);
    if (!isComment) {
      for (;;) {
        const fieldStart = at;
        let value = '';
        const isSpaced = text[at] === ' ' && !has(delimiter) && has(quote, at + 1);
        if (has(quote) || isSpaced) {
          if (isSpaced) at++;
          opened = at;
          at += quote.length;
          let isClosed = false;
          while (at < text.length && fault === null) {
            if (has(escapedBy) && has(quote, at + escapedBy.length)) {
              value += quote;
              at += escapedBy.length + quote.length;
            } else if (has(escapedBy) && escapedBy !== quote) {
              if (has(escapedBy, at + escapedBy.length)) {
                value += escapedBy;
                at += 2 * escapedBy.length;
              } else if (isStrict && at + escapedBy.length < text.length) {
                fault = 'stray-escape';
              } else {
                value += escapedBy;
                at += escapedBy.length;
              }
            } else if (has(quote)) {
              isClosed = true;
              break;
            } else value += text[at++];
          }
          const length = at - opened;
          const isLong =
            quotedLimit !== null &&
            (length > quotedLimit.characters ||
              linesBefore(at) - linesBefore(opened) >= quotedLimit.lines);
          if (isLong) fault = 'quoted-too-long';
          else if (fault === null && !isClosed) fault = 'open-quote';
          if (fault !== null) break;
          at += quote.length;
          const closed = at;
          while (text[at] === ' ' && !has(delimiter) && !has(comment)) at++;
          if (at < text.length && !isBreak() && !has(delimiter) && !has(comment)) {
            if (isStrict || /[\r\n]/.test(text.slice(opened, closed))) {
              fault = 'text-after-quote';
              break;
            }
            at = closed;
            while (at < text.length && !isBreak() && !has(delimiter) && !has(comment)) at++;
            value = text.slice(fieldStart, at);
          }
        } else {
          while (at < text.length && !isBreak() && !has(delimiter) && !has(comment)) {
            value += text[at++];
          }
        }
        texts.push(value);
        if (!has(delimiter)) break;
        at += delimiter.length;
      }
    }
    if (fault !== null) {
      records.push({ line: linesBefore(start) + 1, texts, fault });
      if (fault === 'quoted-too-long') return records;
      at = opened;
      toBreak();
      takeBreak();
      continue;
    }
    toBreak();
    const isRight = takeBreak();
    if (isComment && isRight) continue;
    records.push({
      line: linesBefore(start) + 1,
      texts,
      fault: isRight ? null : 'mixed-line-ends',
    });
  }
  return records;
}
