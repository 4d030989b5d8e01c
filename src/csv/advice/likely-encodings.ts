// Tells from bytes that are no UTF-8 which encodings they are likely written in, likeliest first.
import { ChunkDecoder, type Encoding } from '../bytes/encodings.ts';
import type { GivenEncoding } from '../header/file-head.ts';
import type { Sample } from './try-reading.ts';

const looked = 1 << 16;

/** Empty where nothing speaks for one. */
export function likelyEncodings(bytes: Buffer): GivenEncoding[] {
  if (isUtf16(bytes.subarray(0, looked))) return ['utf-16'];
  const text = highPart(bytes).toString('latin1');
  if (isMostlyUtf8(text)) return [];
  const runs = text.match(/[\x80-\xff]+/g) ?? [];
  const inLongRuns = runs.filter(({ length }) => length > 2).join('').length;
  const isAlphabetOfItsOwn = inLongRuns > 0.3 * runs.join('').length;
  if (isAlphabetOfItsOwn) return cyrillic.filter((name) => isCyrillic(text, name));
  const isCentral = /[a-z][\xa3\xa5\xaf\xb3\xb9\xbc\xbe\xbf][a-z]/i.test(text);
  return isCentral ? ['windows-1250', 'windows-1252'] : ['windows-1252'];
}

/** Those that are no ASCII stand in the first part of the file, or at the fault. */
export function bytesToDecode({ first, fault }: Pick<Sample, 'first' | 'fault'>): Buffer {
  const hasHigh = first.bytes.some((byte) => byte > 0x7f || byte === 0);
  return hasHigh ? first.bytes : Buffer.from(fault.ahead, 'latin1');
}

/** Every second byte of most characters is then zero. */
function isUtf16(bytes: Buffer): boolean {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > bytes.length / 8 && Math.min(even, odd) * 10 < Math.max(even, odd);
}

/** Single faulty bytes do not make it another encoding. `text`: a character for each byte. */
export function isMostlyUtf8(text: string): boolean {
  const sequences = text.match(
    /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g,
  );
  const high = text.match(/[\x80-\xff]/g)?.length ?? 0;
  return (sequences ?? []).join('').length * 2 > high;
}

/** From the first byte on that is not ASCII. */
export function highPart(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const from = Math.max(0, first - 100);
  return bytes.subarray(from, from + looked);
}

const cyrillic = ['windows-1251', 'koi8-r', 'ibm866'] as const satisfies readonly Encoding[];

/** Half of the letters of a Slavic text are these. */
const frequent = /[оеаинт]/g;

function isCyrillic(text: string, encoding: Encoding): boolean {
  try {
    const decoded = new ChunkDecoder(encoding).decode(Buffer.from(text, 'latin1'), false);
    const letters = decoded.match(/[а-яё]/gi)?.length ?? 0;
    const foreign = decoded.match(/[\x80-\uffff]/g)?.length ?? 0;
    const known = decoded.match(frequent)?.length ?? 0;
    return letters > 0.8 * foreign && known > 0.3 * letters;
  } catch {
    return false;
  }
}
