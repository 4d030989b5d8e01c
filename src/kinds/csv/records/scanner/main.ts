// Reads the records of a CSV text: counts them, finds those that break the rules, tells the types of the columns.
import { takeBatch } from './blocks';
import { Fault, fault, forgetFault } from './findings';
import { forgetRuns, hasRoom, locateOnly } from './runs';
import { walkRecord } from './walk';

export { leastPower, mostPower, setPowers } from '../../../shared/scanner/doubles';
export { setWorkspace } from './blocks';
export { lookCloserAt, setColumns } from './columns';
export { setDialect } from './dialect';
export {
  fault,
  faultAt,
  faultColumn,
  hasEmptyLine,
  hasQuote,
  hasQuotedBreak,
  hasSpacedQuote,
  longestRecord,
  records,
  reset,
} from './findings';
export { nulls, pageEnd, pageStart, setValid } from './page';
export { located, setRuns } from './runs';
export { walkHeader } from './walk';
export {
  dictionaryEnd,
  dictionaryStart,
  entryCount,
  setTexts,
  workspaceBytes,
  writeTexts,
} from './write-texts';
export { setDoublePowers, writeValues } from './write-values';

const mostWalks: i32 = 64;

/**
 * Takes whole records; returns where the first starts that is not whole or has a fault. `from` is the start of a
 * record, and the 64 bytes after `to` can be read. `isLast`: the text ends at `to`.
 */
export function scan(from: usize, to: usize, isLast: bool): usize {
  let at = from;
  let walks = 1;
  while (at < to) {
    let next = takeBatch(at, to);
    // It goes column by column: the first fault of the text may be another one.
    const hasFault = fault !== Fault.none;
    if (hasFault) forgetFault();
    walks = next === at ? min(walks * 2, mostWalks) : 1;
    at = next;
    for (let left = walks; at < to && (left > 0 || hasFault); left--) {
      next = walkRecord(at, to, isLast);
      if (next === at) return at;
      at = next;
    }
  }
  return at;
}

/** As `scan`, but keeps where fields end, as far as there is room: `writeValues` and `writeTexts` write them then. */
export function locate(from: usize, to: usize, isLast: bool): usize {
  forgetRuns();
  locateOnly(true);
  let at = from;
  let walks = 1;
  while (at < to && hasRoom()) {
    let next = takeBatch(at, to);
    walks = next === at ? min(walks * 2, mostWalks) : 1;
    at = next;
    for (let left = walks; at < to && left > 0 && hasRoom(); left--) {
      next = walkRecord(at, to, isLast);
      if (next === at) {
        locateOnly(false);
        return at;
      }
      at = next;
    }
  }
  locateOnly(false);
  return at;
}
