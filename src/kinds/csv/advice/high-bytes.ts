// Finds the bytes that show the encoding of a file: those that are no ASCII.
import type { Sample } from './try-reading.ts';

export const mostLooked = 1 << 16;

/** They stand in the first part of the file, or at the fault. */
export function bytesToDecode({ first, fault }: Pick<Sample, 'first' | 'fault'>): Buffer {
  const hasHigh = first.bytes.some((byte) => byte > 0x7f || byte === 0);
  return hasHigh ? first.bytes : Buffer.from(fault.ahead, 'latin1');
}

/** From the first byte on that is not ASCII. */
export function highPart(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const from = Math.max(0, first - 100);
  return bytes.subarray(from, from + mostLooked);
}

/** Single faulty bytes do not make it another encoding. `text`: a character for each byte. */
export function isMostlyUtf8(text: string): boolean {
  const sequences = text.match(
    /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g,
  );
  const high = text.match(/[\x80-\xff]/g)?.length ?? 0;
  return (sequences ?? []).join('').length * 2 > high;
}
