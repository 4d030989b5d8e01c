// Lays out the page of a column as Parquet has it: which records have a value, then the values.

/** One bit for each record, 1 where it has a value; room for as many as can be located, and 64 bytes more. */
let valid: usize = 0;
let records: i32 = 0;
export let nulls: i32 = 0;
/** Addresses of the page, without its header. */
export let pageStart: usize = 0;
export let pageEnd: usize = 0;

export function setValid(at: usize): void {
  valid = at;
}

export function beginPage(count: i32): void {
  records = count;
  nulls = 0;
  memory.fill(valid, 0xff, bitmapBytes());
}

export function keepNull(record: i32): void {
  const at = valid + <usize>(record >> 3);
  store<u8>(at, load<u8>(at) & ~((<u8>1) << (<u8>(record & 7))));
  nulls++;
}

function bitmapBytes(): usize {
  return <usize>((records + 7) >> 3);
}

/** As many bytes must be free before the values. */
export function frontBytes(): usize {
  return bitmapBytes() + 16;
}

/** Writes before `values`, which stand up to `end`, which records have one. */
export function closePage(values: usize, end: usize): void {
  let at = values;
  if (nulls === 0 || nulls === records) {
    store<u8>(--at, nulls === 0 ? 1 : 0);
    at = varintBefore(at, (<u32>records) << 1);
  } else {
    at -= bitmapBytes();
    memory.copy(at, valid, bitmapBytes());
    at = varintBefore(at, ((<u32>bitmapBytes()) << 1) | 1);
  }
  at -= 4;
  store<u32>(at, <u32>(values - at - 4));
  pageStart = at;
  pageEnd = end;
}

/** Writes a number of 7 bits a byte that ends at `end`; returns where it starts. */
export function varintBefore(end: usize, value: u32): usize {
  let bytes: usize = 1;
  for (let rest = value >>> 7; rest !== 0; rest >>>= 7) bytes++;
  const at = end - bytes;
  let rest = value;
  for (let place = at; place < end; place++) {
    store<u8>(place, (rest & 127) | (place + 1 < end ? 128 : 0));
    rest >>>= 7;
  }
  return at;
}
