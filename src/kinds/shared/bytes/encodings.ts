// Decodes bytes by the encodings that files may have: bytes that are no text in one are an error, never replaced.

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'latin-1',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

export type Encoding = (typeof encodings)[number];

/** Thrown where bytes are no text in the encoding. */
export class NotDecodable extends Error {}

/** Decodes chunks of one text. A byte order mark at its start is left out. */
export class ChunkDecoder {
  readonly #decode: (bytes: Uint8Array, isLast: boolean) => string;

  constructor(encoding: Encoding) {
    this.#decode = (ownDecoders[encoding] ?? platformDecoder)(encoding);
  }

  /** Throws NotDecodable. */
  decode(bytes: Uint8Array, isLast: boolean): string {
    return this.#decode(bytes, isLast);
  }
}

type MakeDecoder = (encoding: Encoding) => (bytes: Uint8Array, isLast: boolean) => string;

/**
 * Control characters and private ones, by which decoders stand in for bytes without a letter: no text holds them. The
 * last private one is the apple of `macintosh`.
 */
const controls = /[\x80-\x9f\ue000-\uf8fe]/;

function platformDecoder(encoding: Encoding): ReturnType<MakeDecoder> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes, isLast) => {
    const text = decoded(decoder, bytes, isLast);
    return encoding.startsWith('utf-') ? text : withoutControls(text);
  };
}

function decoded(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  isLast: boolean,
): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch (cause) {
    throw new NotDecodable('Bytes are no text in the encoding', { cause });
  }
}

function withoutControls(text: string): string {
  if (controls.test(text)) throw new NotDecodable('Bytes stand for no letter');
  return text;
}

/** What stands for the bytes 0x80 to 0x9F; the five that stand for nothing stay control characters. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** TextDecoder takes both for Windows-1252, and Node before version 24 reads that as Latin-1. */
const ownDecoders: Partial<Record<Encoding, MakeDecoder>> = {
  'latin-1': () => (bytes) => withoutControls(latin1(bytes)),
  'windows-1252': () => (bytes) => {
    const text = latin1(bytes);
    if (!controls.test(text)) return text;
    const letters = text.replace(
      /[\x80-\x9f]/g,
      (byte) => windows1252[byte.charCodeAt(0) - 0x80] ?? byte,
    );
    return withoutControls(letters);
  },
};

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
