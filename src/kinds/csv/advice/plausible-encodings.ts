// Names the encodings under which bytes are words of one script, with some of the words, for the reader to judge.
import { ChunkDecoder, type Encoding } from '../../shared/bytes/encodings.ts';
import { highPart, isMostlyUtf8 } from './high-bytes.ts';

export interface PlausibleEncoding {
  readonly encoding: Encoding;
  readonly letters: string;
}

const mostNamed = 4;
const leastShare = 0.8;

/** The most plausible first; empty where none is. Of several that are equally so, those of `preferred` first. */
export function plausibleEncodings(
  bytes: Buffer,
  preferred: readonly Encoding[] = [],
): PlausibleEncoding[] {
  const part = highPart(bytes);
  if (isMostlyUtf8(part.toString('latin1'))) return [];
  const known = new Set<string>();
  return [...new Set([...preferred, ...tried])]
    .map((encoding) => ({ encoding, text: decoded(part, encoding) }))
    .map((reading) => ({ ...reading, share: plausibleShare(part, reading) }))
    .filter(({ text, share }) => share >= leastShare && !known.has(text) && known.add(text))
    .sort((one, other) => other.share - one.share)
    .slice(0, mostNamed)
    .map(({ encoding, text }) => ({ encoding, letters: lettersIn(text) ?? '' }));
}

const tried = [
  'windows-1252',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
  'euc-jp',
  'windows-1250',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-1254',
  'windows-1257',
  'windows-874',
  'koi8-r',
  'ibm866',
  'macintosh',
] as const satisfies readonly Encoding[];

const lettersAround = /[^\s,;|]{0,20}[\x80-\uffff][^\s,;|]{0,20}/;

/** Some that are not ASCII, with what stands around them. */
export function lettersIn(text: string): string | undefined {
  return lettersAround.exec(text)?.[0];
}

/** Empty where the bytes are no text in it. */
function decoded(bytes: Buffer, encoding: Encoding): string {
  try {
    return new ChunkDecoder(encoding).decode(bytes, false);
  } catch {
    return '';
  }
}

/** The characters that most texts consist of, as bytes: nearly any bytes are some character of these encodings. */
const frequentCharacters: Partial<Record<Encoding, RegExp>> = {
  shift_jis: /\x81[\x40-\x5b]|[\x82\x83\x88-\x97][\x40-\xfc]/g,
  gb18030: /[\xa1\xa3\xb0-\xd7][\xa1-\xfe]/g,
  'euc-kr': /[\xa1\xb0-\xc8][\xa1-\xfe]/g,
  big5: /[\xa1-\xc6][\x40-\x7e\xa1-\xfe]/g,
  'euc-jp': /[\xa1\xa4\xa5\xb0-\xcf][\xa1-\xfe]/g,
};

function plausibleShare(
  bytes: Buffer,
  { encoding, text }: { readonly encoding: Encoding; readonly text: string },
): number {
  const frequent = frequentCharacters[encoding];
  if (text === '') return 0;
  if (frequent === undefined)
    return shareOf(isWord, withoutSignsInWords(text).match(/[\p{L}\p{M}]+|[\x80-\uffff]/gu));
  const pairs = bytes.toString('latin1').match(/[\x81-\xfe][\x40-\xfe]|[\x80-\xff]/g);
  return shareOf((pair) => pair.replace(frequent, '') === '', pairs);
}

/** As an umlaut of MS-DOS looks in Windows: M„dchen. */
function withoutSignsInWords(text: string): string {
  return text.replace(/(?<=\p{L})[„“”…•](?=\p{L})/gu, '\ufffd');
}

function shareOf(isPlausible: (part: string) => boolean, parts: readonly string[] | null): number {
  const foreign = (parts ?? []).filter((part) => /[\x80-\uffff]/.test(part));
  return foreign.length === 0 ? 0 : foreign.filter(isPlausible).length / foreign.length;
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai'];
const ofOneScript = new RegExp(
  scripts.map((name) => `^[\\p{Script=${name}}\\p{M}]+$`).join('|'),
  'u',
);
/** A capital letter that is not ASCII inside of small ones, or a small one inside of capital ones. */
const oddCase =
  /(?<=\p{Ll})(?![A-Z])\p{Lu}|(?<=\p{Lu})(?![A-Z])\p{Lu}(?=\p{Ll})|(?<=\p{Lu})(?![a-z])\p{Ll}(?=\p{Lu})/u;
const signs = /^[\u00a0€£¥°¹²³§©®«»–—‘’“”„…•½¼¾±µ·×÷¡¿™]$/;

/** Of Latin letters some are ASCII in nearly every word. */
function isWord(text: string): boolean {
  if (signs.test(text)) return true;
  const isLatinWithoutAscii = /^[\p{Script=Latin}]{3,}$/u.test(text) && !/[a-z]/i.test(text);
  return ofOneScript.test(text) && !oddCase.test(text) && !isLatinWithoutAscii;
}
