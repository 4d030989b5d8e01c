// Finds where bytes stop being UTF-8.
import { isUtf8 } from 'node:buffer';

/** Bytes before the first character that is none. Of bytes that are not UTF-8. */
export function validUtf8Length(bytes: Buffer): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 4) {
    const middle = characterStart(bytes, (valid + invalid) >> 1);
    if (middle <= valid) break;
    if (isUtf8(bytes.subarray(valid, middle))) valid = middle;
    else invalid = middle;
  }
  for (let length = 1; length <= 4; length++) {
    if (!isUtf8(bytes.subarray(valid, valid + length))) continue;
    valid += length;
    length = 0;
    if (valid >= bytes.length) break;
  }
  return valid;
}

function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && at - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
