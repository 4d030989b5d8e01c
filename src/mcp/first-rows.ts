// Takes the first rows of an answer, as many as fit; the rest stays unread.
import type { QueryAnswer } from '../query/query-answer.ts';

interface Budget {
  readonly rows: number;
  readonly bytes: number;
}

export interface FirstRows {
  readonly count: number;
  /** As they are in a JSON array of rows. */
  readonly text: string;
}

/** Of an answer in the layout `json-array`. */
export async function firstRows(answer: QueryAnswer, room: Budget): Promise<FirstRows> {
  const bytes = await firstBytes(answer, room.bytes);
  const { count, end } = wholeRows(bytes, room.rows);
  return { count, text: bytes.toString('utf8', 0, end) };
}

async function firstBytes({ text, rows }: QueryAnswer, most: number): Promise<Buffer> {
  if (text !== null) return Buffer.from(text).subarray(0, most);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of rows()) {
    parts.push(part);
    length += part.length;
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}

const byte = {
  quote: 0x22,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** Where the last row ends that is whole, of `most` at most. */
function wholeRows(json: Buffer, most: number): { readonly count: number; readonly end: number } {
  let depth = 0;
  let isInText = false;
  let count = 0;
  let end = 0;
  for (let at = 0; at < json.length && count < most; at += 1) {
    const one = json[at];
    if (isInText) {
      if (one === byte.backslash) at += 1;
      else if (one === byte.quote) isInText = false;
    } else if (one === byte.quote) isInText = true;
    else if (one === byte.openBracket || one === byte.openBrace) depth += 1;
    else if (one === byte.closeBracket || one === byte.closeBrace) {
      depth -= 1;
      if (depth > 0) continue;
      count += 1;
      end = at + 1;
    }
  }
  return { count, end };
}
