// Scans one value of a record, with all that is in it.
import { quickTypes, Types } from '../../shared/scanner/texts';
import { Kinds, possibleTexts, takeKind, takeText } from './columns';
import { addKey, closeObject, openObject } from './inner-keys';
import { numberEnd } from './numbers';
import { hasEscape, skipSpace, textEnd, unclear } from './strings';

const quote: u8 = 34;
const comma: u8 = 44;
const minus: u8 = 45;
const colon: u8 = 58;
const openBracket: u8 = 91;
const closeBracket: u8 = 93;
const openBrace: u8 = 123;
const closeBrace: u8 = 125;

/** Each level is a call inside another one. */
const mostDepth: i32 = 64;

/** Behind the value at `at` of the column. */
export function columnValueEnd(at: usize, entry: usize): usize {
  const byte = load<u8>(at);
  if (byte === quote) return columnTextEnd(at, entry);
  if (byte === minus || <u32>byte - 48 <= 9) return numberEnd(at, entry, false);
  if (byte === openBrace || byte === openBracket) {
    takeKind(entry, Kinds.nested);
    return nestedEnd(at, entry, 2);
  }
  const end = wordEnd(at);
  if (end !== unclear && byte !== 110) takeKind(entry, Kinds.boolean);
  return end;
}

const moments: u32 = Types.date | Types.timestamp | Types.timestamptz;
const leastMoment: i32 = 10;
const mostMoment: i32 = 32;

function columnTextEnd(at: usize, entry: usize): usize {
  const end = textEnd(at + 1);
  if (end === unclear) return unclear;
  let types: u32 = Types.varchar;
  const length = <i32>(end - at) - 2;
  const mayBeMoment = !hasEscape && (possibleTexts(entry) & moments) !== 0;
  if (mayBeMoment && couldBeMoment(at + 1, length)) {
    types |= quickTypes(at + 1, length, moments) & moments;
    if (types === Types.varchar) return unclear;
  }
  takeText(entry, types);
  return end;
}

function couldBeMoment(at: usize, length: i32): bool {
  if (length < leastMoment || length > mostMoment) return false;
  return <u32>load<u8>(at) - 48 <= 9 && load<u8>(at, 4) === minus && load<u8>(at, 7) === minus;
}

/** `true`, `false` or `null`. */
function wordEnd(at: usize): usize {
  const four = load<u32>(at);
  if (four === 0x65757274 || four === 0x6c6c756e) return at + 4;
  return four === 0x736c6166 && load<u8>(at, 4) === 101 ? at + 5 : unclear;
}

function nestedEnd(at: usize, entry: usize, depth: i32): usize {
  if (depth > mostDepth) return unclear;
  return load<u8>(at) === openBrace
    ? objectEnd(at + 1, entry, depth)
    : listEnd(at + 1, entry, depth);
}

function objectEnd(start: usize, entry: usize, depth: i32): usize {
  let at = skipSpace(start);
  if (load<u8>(at) === closeBrace) return at + 1;
  const keys = openObject();
  while (true) {
    if (load<u8>(at) !== quote) return unclear;
    const end = textEnd(at + 1);
    if (end === unclear || hasEscape || !addKey(keys, at, end - at)) return unclear;
    at = skipSpace(end);
    if (load<u8>(at) !== colon) return unclear;
    at = innerValueEnd(skipSpace(at + 1), entry, depth);
    if (at === unclear) return unclear;
    at = skipSpace(at);
    const byte = load<u8>(at);
    if (byte === closeBrace) {
      closeObject(keys);
      return at + 1;
    }
    if (byte !== comma) return unclear;
    at = skipSpace(at + 1);
  }
}

function listEnd(start: usize, entry: usize, depth: i32): usize {
  let at = skipSpace(start);
  if (load<u8>(at) === closeBracket) return at + 1;
  while (true) {
    at = innerValueEnd(at, entry, depth);
    if (at === unclear) return unclear;
    at = skipSpace(at);
    const byte = load<u8>(at);
    if (byte === closeBracket) return at + 1;
    if (byte !== comma) return unclear;
    at = skipSpace(at + 1);
  }
}

function innerValueEnd(at: usize, entry: usize, depth: i32): usize {
  const byte = load<u8>(at);
  if (byte === quote) return textEnd(at + 1);
  if (byte === minus || <u32>byte - 48 <= 9) return numberEnd(at, entry, true);
  if (byte === openBrace || byte === openBracket) return nestedEnd(at, entry, depth + 1);
  return wordEnd(at);
}
