// Reads the records of a CSV text: finds those that break the rules, tells the types of columns, and writes them.
import { takeBatch } from './blocks';
import { forgetRuns, hasRoom, keepEnds } from './runs';
import { walkRecord } from './walk';

export { leastPower, mostPower, setPowers } from '../../../shared/scanner/doubles';
export { inferColumn } from './column-batch';
export { lookCloserAt, setColumns } from './columns';
export { setDialect } from './dialect';
export { fault, faultAt, faultColumn, forgetFault, longestRecord, reset } from './findings';
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
 * Finds whole records, as many as there is room for; returns where the first starts that is not whole or has a fault.
 * `from` is the start of a record, and the 64 bytes after `to` can be read. `isLast`: the text ends at `to`. Where their
 * fields end is kept for `inferColumn`, `writeValues` and `writeTexts` if `forColumns`.
 */
export function locate(from: usize, to: usize, isLast: bool, forColumns: bool): usize {
  forgetRuns();
  keepEnds(forColumns);
  let at = from;
  let walks = 1;
  while (at < to && hasRoom()) {
    let next = takeBatch(at, to);
    walks = next === at ? min(walks * 2, mostWalks) : 1;
    at = next;
    for (let left = walks; at < to && left > 0 && hasRoom(); left--) {
      next = walkRecord(at, to, isLast);
      if (next === at) return at;
      at = next;
    }
  }
  return at;
}

/** As `locate`, of one record. */
export function locateOne(from: usize, to: usize, isLast: bool, forColumns: bool): usize {
  forgetRuns();
  keepEnds(forColumns);
  return walkRecord(from, to, isLast);
}
