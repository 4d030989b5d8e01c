// Finds the fields of records by 64 bytes at a time, as far as quotes and line ends are as most files have them.
import {
  carriageReturn,
  delimiter,
  hasQuotes,
  LineEnd,
  lineEnd,
  lineFeed,
  quote,
  width,
} from './dialect';
import { measure } from './findings';
import { endsAt, endsRoom, keepRun, keepsEnds, recordRoom } from './runs';

const blockBytes: usize = 64;

/** Takes whole records from `from` on; returns where the first starts that it does not take. */
export function takeBatch(from: usize, to: usize): usize {
  const full = endsAt() + ((<usize>max(endsRoom() - 2 * <i32>blockBytes, 0)) << 2);
  const most = recordRoom();
  let ends = endsAt();
  let wholeTo = from;
  let count: i32 = 0;
  let fields: i32 = 0;
  let fieldsOfWhole: i32 = 0;
  // What the block before leaves: all bits alike within quotes, or the one bit of its last byte.
  let within: u64 = 0;
  let afterEnd: u64 = 1;
  let afterClosing: u64 = 0;
  let afterReturn: u64 = 0;
  const delimiters = i8x16.splat(delimiter);
  const feeds = i8x16.splat(lineFeed);
  const returns = i8x16.splat(carriageReturn);
  const quotes = i8x16.splat(quote);
  const isCR = lineEnd === LineEnd.CR;
  const isCRLF = lineEnd === LineEnd.CRLF;
  for (let block = from; block < to && ends < full && count < most; block += blockBytes) {
    const own: u64 = to - block >= blockBytes ? ~(<u64>0) : ((<u64>1) << (to - block)) - 1;
    const lf = bitsOf(block, feeds) & own;
    const cr = bitsOf(block, returns) & own;
    let lines = isCR ? cr : lf;
    let others = isCR ? lf : cr;
    let structure = (bitsOf(block, delimiters) & own) | lines;
    const quoted = hasQuotes ? bitsOf(block, quotes) & own : 0;
    if ((quoted | within | afterClosing) !== 0) {
      const inside = prefixXor(quoted) ^ within;
      structure &= ~inside;
      lines &= ~inside;
      others &= ~inside;
      const closing = quoted & ~inside;
      const afterQuote = (closing << 1) | afterClosing;
      const mayOpen = (structure << 1) | afterEnd | afterQuote;
      const mayFollow = structure | quoted | (isCRLF ? others : 0);
      if ((quoted & inside & ~mayOpen) !== 0 || (afterQuote & own & ~mayFollow) !== 0) break;
      within = <u64>(<i64>inside >> 63);
      afterClosing = closing >> 63;
    }
    if (isCRLF) {
      if ((((others << 1) | afterReturn) & own) !== lines) break;
      afterReturn = others >> 63;
    } else if (others !== 0) break;
    afterEnd = structure >> 63;
    if (keepsEnds) ends = flatten(ends, block, structure);
    for (; lines !== 0; lines &= lines - 1) {
      const upTo = lines ^ (lines - 1);
      const fieldsHere = fields + <i32>popcnt(structure & upTo);
      if (fieldsHere - fieldsOfWhole !== width) break;
      fieldsOfWhole = fieldsHere;
      const next = block + <usize>ctz(lines) + 1;
      measure(next - wholeTo);
      wholeTo = next;
      count++;
    }
    if (lines !== 0) break;
    fields += <i32>popcnt(structure);
  }
  if (count > 0) keepRun(from, count);
  return wholeTo;
}

function bitsOf(at: usize, byte: v128): u64 {
  const a = <u64>i8x16.bitmask(i8x16.eq(v128.load(at), byte));
  const b = <u64>i8x16.bitmask(i8x16.eq(v128.load(at, 16), byte));
  const c = <u64>i8x16.bitmask(i8x16.eq(v128.load(at, 32), byte));
  const d = <u64>i8x16.bitmask(i8x16.eq(v128.load(at, 48), byte));
  return a | (b << 16) | (c << 32) | (d << 48);
}

/** Each bit says whether the bits up to it, itself included, are odd in number. */
function prefixXor(bits: u64): u64 {
  let sums = bits;
  sums ^= sums << 1;
  sums ^= sums << 2;
  sums ^= sums << 4;
  sums ^= sums << 8;
  sums ^= sums << 16;
  sums ^= sums << 32;
  return sums;
}

/** Writes four addresses at a time; the next block writes over those that are too many. */
function flatten(to: usize, block: usize, structure: u64): usize {
  const start = <u32>block;
  const end = to + ((<usize>popcnt(structure)) << 2);
  let bits = structure;
  for (let at = to; at < end; at += 16) {
    store<u32>(at, start + <u32>ctz(bits));
    bits &= bits - 1;
    store<u32>(at, start + <u32>ctz(bits), 4);
    bits &= bits - 1;
    store<u32>(at, start + <u32>ctz(bits), 8);
    bits &= bits - 1;
    store<u32>(at, start + <u32>ctz(bits), 12);
    bits &= bits - 1;
  }
  return end;
}
