// Encodes text in the encodings that a question may name, with letters of that encoding.
import type { Random } from './random.ts';

const lettersByLabel = new Map<string, readonly Buffer[]>();

/** A letter beyond ASCII becomes one that the encoding has. */
export function encodeText(random: Random, text: string, label: string): Buffer {
  if (label === 'utf-8') return Buffer.from(text);
  if (label === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (label === 'utf-16' && random.chance(0.3)) return encodeText(random, text, 'utf-16be');
  if (label.startsWith('utf-16')) return Buffer.from(text, 'utf16le');
  const letters = lettersOf(label);
  const parts = text.split(/([^\0-\x7f])/u).filter((part) => part !== '');
  return Buffer.concat(
    parts.map((part) => (part < '\x80' ? Buffer.from(part) : random.pick(letters))),
  );
}

/** Of one byte or two. */
function lettersOf(label: string): readonly Buffer[] {
  const known = lettersByLabel.get(label);
  if (known !== undefined) return known;
  const letters: Buffer[] = [];
  for (let first = 0x80; first < 0x100; first++) {
    const seconds = [0x40, 0x5c, 0x7c, 0x7e, 0xa1, 0xc4, 0xfe].map((second) => [first, second]);
    for (const bytes of [[first], ...seconds]) {
      if (isOneLetter(Buffer.from(bytes), label)) letters.push(Buffer.from(bytes));
    }
  }
  lettersByLabel.set(label, letters);
  return letters;
}

function isOneLetter(bytes: Buffer, label: string): boolean {
  if (label === 'latin-1') return bytes.length === 1;
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return [...text].length === 1 && !/[\ue000-\uf8ff]/.test(text);
  } catch {
    return false;
  }
}
