// Replaces spans of a text and remembers where every offset of the result came from.

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Rewritten {
  readonly text: string;
  /** The offset in the source of an offset in the result; inside a replacement, where the replaced text starts. */
  toSource(offset: number): number;
}

interface Piece {
  readonly at: number;
  readonly source: number;
  readonly isCopy: boolean;
}

/** Edits must not overlap. Those at the same offset are applied in the given order. */
export function rewrite(source: string, edits: readonly Edit[]): Rewritten {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  const add = (text: string, from: number, isCopy: boolean) => {
    if (text === '') return;
    pieces.push({ at: length, source: from, isCopy });
    parts.push(text);
    length += text.length;
  };
  for (const edit of ordered) {
    add(source.slice(done, edit.start), done, true);
    add(edit.text, edit.start, false);
    done = edit.end;
  }
  add(source.slice(done), done, true);
  return {
    text: parts.join(''),
    toSource: (offset) => (offset >= length ? source.length : sourceOf(pieces, offset)),
  };
}

function sourceOf(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (!piece) return 0;
  return piece.isCopy ? piece.source + offset - piece.at : piece.source;
}
