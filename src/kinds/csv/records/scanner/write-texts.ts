// Writes the texts of a column of the located records: each once with numbers in their place while they are few, else each by itself.
import { isClose } from './columns';
import { quote } from './dialect';
import { beginColumn, isQuoted, length, readField, start, step } from './field';
import { isNull } from './host';
import { beginPage, closePage, frontBytes, keepNull, varintBefore } from './page';
import { afterRun, endsIn, firstRun, isRun, located, recordsIn } from './runs';

/** As many texts may differ. */
export const mostEntries: i32 = 8192;
const slots: i32 = 32768;
const entryBytes: usize = 8;
const mostDictionaryBytes: usize = 1 << 19;

/** Slots: numbers of 16 bits, one more than the entry. */
let table: usize = 0;
/** Of each entry: its hash, and where it stands in the dictionary. */
let entries: usize = 0;
/** Numbers of 16 bits. */
let indices: usize = 0;

export let dictionaryStart: usize = 0;
export let dictionaryEnd: usize = 0;
/** 0: each text stands by itself. */
export let entryCount: i32 = 0;

export const workspaceBytes: usize = ((<usize>slots) << 1) + <usize>mostEntries * entryBytes;

/** `indicesAt`: room for one number of 16 bits for each record that can be located, and 64 bytes more. */
export function setTexts(at: usize, indicesAt: usize): void {
  table = at;
  entries = at + ((<usize>slots) << 1);
  indices = indicesAt;
}

/** Bytes that the headers of two pages take at most. */
const headerRoom: usize = 64;

/** Writes a page behind `to`, and before it the page of its dictionary, with room for a header each. */
export function writeTexts(column: i32, to: usize, wantsDictionary: bool): void {
  beginColumn(column);
  entryCount = 0;
  if (wantsDictionary && writeWithDictionary(column, to)) return;
  entryCount = 0;
  writePlain(column, to);
}

function writePlain(column: i32, to: usize): void {
  beginPage(located);
  const values = to + headerRoom + frontBytes();
  let record: i32 = 0;
  let next = values;
  for (let run = firstRun(); isRun(run); run = afterRun(run)) {
    let at = endsIn(run) + ((<usize>column) << 2);
    for (const stop = at + recordsIn(run) * step; at < stop; at += step, record++) {
      readField(at);
      if (length === 0 || (isClose(length) && isNull(start, length, isQuoted))) keepNull(record);
      else next = writeText(next);
    }
  }
  closePage(values, next);
}

/** The text of the field that was read, behind its length. */
function writeText(to: usize): usize {
  const text = to + 4;
  if (!isQuoted) {
    copy(text, start, length);
    store<u32>(to, length);
    return text + <usize>length;
  }
  let next = text;
  const end = start + <usize>length;
  for (let at = start; at < end; at++, next++) {
    const byte = load<u8>(at);
    store<u8>(next, byte);
    if (byte === quote) at++;
  }
  store<u32>(to, <u32>(next - text));
  return next;
}

/** The bytes up to the next multiple of 16 may be written, too. */
function copy(to: usize, from: usize, bytes: u32): void {
  if (bytes <= 16) v128.store(to, v128.load(from));
  else if (bytes <= 32) {
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
  } else memory.copy(to, from, <usize>bytes);
}

function writeWithDictionary(column: i32, to: usize): bool {
  beginPage(located);
  memory.fill(table, 0, (<usize>slots) << 1);
  dictionaryStart = to + headerRoom;
  dictionaryEnd = dictionaryStart;
  let record: i32 = 0;
  let next = indices;
  for (let run = firstRun(); isRun(run); run = afterRun(run)) {
    let at = endsIn(run) + ((<usize>column) << 2);
    for (const stop = at + recordsIn(run) * step; at < stop; at += step, record++) {
      readField(at);
      if (length === 0 || (isClose(length) && isNull(start, length, isQuoted))) {
        keepNull(record);
        continue;
      }
      const entry = entryOf();
      if (entry < 0) return false;
      store<u16>(next, <u16>entry);
      next += 2;
    }
    // So many different ones are as long by themselves.
    if (entryCount > 1024 && entryCount > record >> 1) return false;
  }
  if (entryCount === 0) return false;
  writeIndices(<i32>((next - indices) >> 1));
  return true;
}

/** The entry of the field that was read, a new one if need be; -1 where there is no room for it. */
function entryOf(): i32 {
  // The text is written where that of the next entry would stand, and compared there.
  const to = dictionaryEnd;
  const end = writeText(to);
  const bytes = <u32>(end - to);
  const hash = hashOf(to, bytes);
  let slot = hash & (slots - 1);
  for (; ; slot = (slot + 1) & (slots - 1)) {
    const known = <i32>load<u16>(table + ((<usize>slot) << 1));
    if (known === 0) break;
    const entry = entries + <usize>(known - 1) * entryBytes;
    if (load<u32>(entry) === hash && isSame(<usize>load<u32>(entry, 4), to, bytes))
      return known - 1;
  }
  if (entryCount === mostEntries || end - dictionaryStart > mostDictionaryBytes) return -1;
  const entry = entries + <usize>entryCount * entryBytes;
  store<u32>(entry, hash);
  store<u32>(entry, <u32>to, 4);
  dictionaryEnd = end;
  store<u16>(table + ((<usize>slot) << 1), <u16>++entryCount);
  return entryCount - 1;
}

/** Both begin with their length. */
function isSame(one: usize, other: usize, bytes: u32): bool {
  if (load<u32>(one) !== load<u32>(other)) return false;
  return memory.compare(one, other, <usize>bytes) === 0;
}

const mixer: u64 = (0x9e3779b9 << 32) | 0x7f4a7c15;

function hashOf(at: usize, bytes: u32): u32 {
  let hash: u64 = bytes;
  const end = at + <usize>bytes;
  let next = at;
  for (; next + 8 <= end; next += 8) hash = mixed(hash ^ load<u64>(next));
  const rest = <u64>(end - next);
  if (rest > 0) hash = mixed(hash ^ (load<u64>(next) & (((<u64>1) << (rest << 3)) - 1)));
  return <u32>(hash ^ (hash >> 32));
}

function mixed(value: u64): u64 {
  const product = value * mixer;
  return product ^ (product >> 29);
}

function writeIndices(count: i32): void {
  const isNarrow = entryCount <= 256;
  const to = dictionaryEnd + headerRoom + frontBytes() + 16;
  const groups = (count + 7) >> 3;
  store<u64>(indices + ((<usize>count) << 1), 0);
  store<u64>(indices + ((<usize>count) << 1), 0, 8);
  const padded: usize = (<usize>groups) << 3;
  if (isNarrow) {
    for (let i: usize = 0; i < padded; i++) store<u8>(to + i, load<u8>(indices + (i << 1)));
  } else memory.copy(to, indices, padded << 1);
  let at = varintBefore(to, ((<u32>groups) << 1) | 1);
  store<u8>(--at, isNarrow ? 8 : 16);
  closePage(at, to + (isNarrow ? padded : padded << 1));
}
