// Writes single values in the forms of a column file, as the scanner does for those it reads by itself.
import type { StoredForm } from './stored-form.ts';

const moment =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/;

/** Microseconds since 1970 of a text that is exact in TIMESTAMP or TIMESTAMPTZ. */
export function momentOf(text: string): bigint {
  const parts = moment.exec(text);
  if (parts === null) throw new Error(`No time stamp: ${text}`);
  const [year, month, day, hour, minute, second] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const [fraction = '', sign, offsetHour, offsetMinute] = parts.slice(7);
  const offset = Number(offsetHour ?? 0) * 3600 + Number(offsetMinute ?? 0) * 60;
  const days = dayOf(year as number, month as number, day as number);
  const clock = (hour as number) * 3600 + (minute as number) * 60 + (second as number);
  const seconds = days * 86_400 + clock - (sign === '-' ? -offset : offset);
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}

function dayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 86_400_000;
}

/** The bytes of a value that is exact in the type of the form, as a plain page has them. */
export function plainValue(form: Exclude<StoredForm, 'boolean'>, text: string): Buffer {
  if (form === 'text') {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([length, Buffer.from(text)]);
  }
  const bytes = Buffer.alloc(form === 'date' ? 4 : 8);
  if (form === 'bigint') bytes.writeBigInt64LE(BigInt(text.trim()));
  else if (form === 'double') bytes.writeDoubleLE(Number(text.trim()));
  else if (form === 'date') bytes.writeInt32LE(Number(momentOf(text) / 86_400_000_000n));
  else bytes.writeBigInt64LE(momentOf(text));
  return bytes;
}
