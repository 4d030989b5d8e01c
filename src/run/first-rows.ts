// Decides when a query that wants only the first rows of a file reads no more of it than that.
import type { TableOpening } from '../engines/engine-driver.ts';
import { compressionByName } from '../files/compression.ts';
import type { EnoughBytes } from '../files/piped-file.ts';

/** Beyond them, to prove a file as a whole is quicker. */
const maxFirstRows = 10_000;

/**
 * Of a larger file it is felt in a terminal that it is read as a whole: some 10 ms. Of a pipe no more is read, where that
 * is enough.
 */
export const fewBytes: EnoughBytes = { plain: 4_000_000, compressed: 1_000_000 };

export const allOfIt: EnoughBytes = { plain: Infinity, compressed: Infinity };

export function moreBytes({ plain, compressed }: EnoughBytes): EnoughBytes {
  return { plain: plain * 8, compressed: compressed * 8 };
}

export function isFew(firstRows: number | undefined): firstRows is number {
  return firstRows !== undefined && firstRows <= maxFirstRows;
}

/** The first rows alone where they are all that is wanted, as a table of its own: it may have other types. */
export function firstRowsOf(opening: TableOpening, firstRows: number | undefined): TableOpening {
  if (!isFew(firstRows) || !isOneLargeFile(opening)) return opening;
  const { version, source, isSettled } = opening.identity;
  const own = (text: string) => JSON.stringify([text, firstRows]);
  const identity = { version: own(version), source: own(source), isSettled };
  return { ...opening, identity, firstRows };
}

/** Always the same for the same file, so that the types of an answer do not depend on what was asked before. */
function isOneLargeFile({ kind, files }: TableOpening): boolean {
  const [file, ...others] = files;
  if (kind !== 'csv' || file === undefined || others.length > 0) return false;
  const { version, compression = compressionByName(version.path) } = file;
  return version.size >= fewBytes[compression === 'none' ? 'plain' : 'compressed'];
}
