// Matches one name against one part of a pattern, in time that grows with the product of their lengths at most.

/** Whether `name` is what `part` means: `*` any text, `?` one character, `[a-c]` and `[!a-c]` one of a set or not. */
export type NameMatcher = (name: string) => boolean;

type Piece = '*' | ((character: string) => boolean);

export function nameMatcher(part: string): NameMatcher {
  const pieces = piecesOf(part);
  const seesHidden = part.startsWith('.');
  return (name) => (seesHidden || !name.startsWith('.')) && matches(pieces, [...name]);
}

function piecesOf(part: string): Piece[] {
  const characters = [...part];
  const pieces: Piece[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    const close = character === '[' ? endOfSet(characters, at) : -1;
    if (character === '*') {
      if (pieces.at(-1) !== '*') pieces.push('*');
    } else if (character === '?') pieces.push(() => true);
    else if (close === -1) pieces.push((other) => other === character);
    else {
      pieces.push(setOf(characters.slice(at + 1, close)));
      at = close;
    }
  }
  return pieces;
}

/** Of the set that opens at `start`; -1 when it is never closed, and the bracket means itself. */
function endOfSet(characters: readonly string[], start: number): number {
  const isNegated = ['!', '^'].includes(characters[start + 1] ?? '');
  return characters.indexOf(']', start + (isNegated ? 3 : 2));
}

function setOf(written: readonly string[]): (character: string) => boolean {
  const isNegated = ['!', '^'].includes(written[0] ?? '');
  const members = isNegated ? written.slice(1) : written;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] as string;
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => isBetween(character, from, to)) !== isNegated;
}

function isBetween(character: string, from: string, to: string): boolean {
  const [code, low, high] = [character, from, to].map((one) => one.codePointAt(0) ?? 0);
  return (code as number) >= (low as number) && (code as number) <= (high as number);
}

/** Only the last `*` is ever tried again: what an earlier one took too little of, this one can take. */
function matches(pieces: readonly Piece[], name: readonly string[]): boolean {
  let [piece, at] = [0, 0];
  let star: { readonly piece: number; at: number } | null = null;
  while (at < name.length) {
    const wanted = pieces[piece];
    if (wanted === '*') {
      star = { piece, at };
      piece += 1;
    } else if (wanted?.(name[at] as string)) {
      piece += 1;
      at += 1;
    } else if (star !== null) {
      star.at += 1;
      at = star.at;
      piece = star.piece + 1;
    } else return false;
  }
  return pieces.slice(piece).every((rest) => rest === '*');
}
