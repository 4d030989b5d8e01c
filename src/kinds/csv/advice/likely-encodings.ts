// Tells from bytes that are no UTF-8 which encodings they are likely written in, likeliest first.
import { ChunkDecoder, type Encoding } from '../../shared/bytes/encodings.ts';
import type { GivenEncoding } from '../header/file-head.ts';
import { highPart, isMostlyUtf8, mostLooked } from './high-bytes.ts';
import { plausibleEncodings } from './plausible-encodings.ts';

/** Empty where nothing speaks for one. */
export function likelyEncodings(bytes: Buffer): GivenEncoding[] {
  if (isUtf16(bytes.subarray(0, mostLooked))) return ['utf-16'];
  const text = highPart(bytes).toString('latin1');
  if (isMostlyUtf8(text)) return [];
  const runs = text.match(/[\x80-\xff]+/g) ?? [];
  const inLongRuns = runs.filter(({ length }) => length > 2).join('').length;
  const isAlphabetOfItsOwn = inLongRuns > 0.3 * runs.join('').length;
  if (isAlphabetOfItsOwn) return cyrillic.filter((name) => isCyrillic(text, name));
  const isCentral = /[a-z][\xa3\xa5\xaf\xb3\xb9\xbc\xbe\xbf][a-z]/i.test(text);
  const latin: Encoding[] = ['windows-1252', 'windows-1250'];
  if (isCentral) latin.reverse();
  const [likeliest] = plausibleEncodings(bytes, latin);
  return likeliest !== undefined && latin.includes(likeliest.encoding) ? [likeliest.encoding] : [];
}

/** Every second byte of most characters is then zero. */
function isUtf16(bytes: Buffer): boolean {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > bytes.length / 8 && Math.min(even, odd) * 10 < Math.max(even, odd);
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
