// Decodes the bytes of a file and counts its lines, by the rules of docs/csv-files.md.

export interface Text {
  readonly text: string;
  /** Where the first character would be that is not in the encoding. */
  readonly badAt: number | undefined;
}

const marks = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
];

/** A byte order mark names the encoding where none is given. */
export function decodeText(bytes: Buffer, given: string | undefined): Text {
  const found = marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const content = bytes.subarray(found?.mark.length ?? 0);
  const label = found?.label ?? (given === 'utf-16' ? byteOrderOf(content) : (given ?? 'utf-8'));
  if (label === 'latin-1' || label === 'windows-1252') {
    const text = label === 'latin-1' ? bytes.toString('latin1') : decodeWindows(bytes);
    const control = text.search(/[\x80-\x9f]/);
    return { text, badAt: control < 0 ? undefined : control };
  }
  const text = new TextDecoder(label, { ignoreBOM: true }).decode(content);
  const control = label.startsWith('utf-') ? -1 : text.search(/[\x80-\x9f\ue000-\uf8fe]/);
  const badAt = isText(content, label, false) ? Infinity : firstBadAt(content, label);
  const first = Math.min(badAt, control < 0 ? Infinity : control);
  return { text, badAt: first === Infinity ? undefined : first };
}

/** From 0x80; a point where there is no letter. The TextDecoder of some releases of Node takes these for Latin-1. */
const windowsLetters = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';

function decodeWindows(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (control) => {
    const letter = windowsLetters[control.charCodeAt(0) - 0x80] ?? '.';
    return letter === '.' ? control : letter;
  });
}

/** The one with line ends. */
function byteOrderOf(bytes: Buffer): string {
  const [little = 0, big = 0] = ['utf-16le', 'utf-16be'].map((label) => {
    return new TextDecoder(label).decode(bytes).split(/[\r\n]/).length;
  });
  return big > little ? 'utf-16be' : 'utf-16le';
}

function isText(bytes: Buffer, label: string, isPart: boolean): boolean {
  try {
    new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isPart });
    return true;
  } catch {
    return false;
  }
}

/** Finds the longest beginning that is text. */
function firstBadAt(bytes: Buffer, label: string): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isText(bytes.subarray(0, middle), label, true)) good = middle;
    else bad = middle;
  }
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  return decoder.decode(bytes.subarray(0, good), { stream: true }).length;
}

export function lineEndAt(text: string, at: number): string {
  if (text[at] === '\n') return '\n';
  if (text[at] !== '\r') return '';
  return text[at + 1] === '\n' ? '\r\n' : '\r';
}

/** How many characters the first lines have. */
export function lengthOfLines(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count && at < text.length; line++) at = endOfLine(text, at, true);
  return at;
}

export function endOfLine(text: string, start: number, isWithLineEnd = false): number {
  let at = start;
  while (at < text.length && lineEndAt(text, at) === '') at++;
  return isWithLineEnd ? at + lineEndAt(text, at).length : at;
}

/** Says in which line the character is that stands `at` behind `start`. */
export function lineCounter(text: string, start: number): (at: number) => number {
  const ends: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const lineEnd = lineEndAt(text, at);
    if (lineEnd === '') continue;
    at += lineEnd.length - 1;
    ends.push(at);
  }
  return (at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Infinity) < at + start) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
