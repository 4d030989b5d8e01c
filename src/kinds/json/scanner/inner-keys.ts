// Remembers the keys of objects that are inside of each other, to find one that comes twice.
import { isSame } from './columns';

/** 8 bytes for each key: its address and its length (u32 each), one open object behind the other. */
let keys: usize = 0;
let count: i32 = 0;
let most: i32 = 0;
const keyBytes: usize = 8;
/** Of one object: each is compared with all others. */
const mostOfObject: i32 = 128;

export function setInnerKeys(at: usize, capacity: i32): void {
  keys = at;
  most = capacity;
}

export function forgetKeys(): void {
  count = 0;
}

/** Gives what `closeObject` is to be told. */
export function openObject(): i32 {
  return count;
}

export function closeObject(first: i32): void {
  count = first;
}

/** False where the object whose keys begin with `first` has it already, or has too many. */
export function addKey(first: i32, at: usize, length: usize): bool {
  if (count === most || count - first === mostOfObject) return false;
  const end = keys + <usize>count * keyBytes;
  for (let key = keys + <usize>first * keyBytes; key < end; key += keyBytes) {
    const isSameLength = <usize>load<u32>(key, 4) === length;
    if (isSameLength && isSame(<usize>load<u32>(key), at, length)) return false;
  }
  store<u32>(end, <u32>at);
  store<u32>(end, <u32>length, 4);
  count++;
  return true;
}
