// Copies of rewritten files, kept in a folder of the test.
import { CleanCopies } from '../src/spool/clean-copies.ts';
import { Spool } from '../src/spool/spool.ts';

export function copiesIn(
  folder: string,
  limitBytes = 1e9,
  remove?: (path: string) => Promise<void>,
): CleanCopies {
  const paths = { path: folder, spool: folder, spill: folder, cache: folder };
  return new CleanCopies(folder, new Spool(paths, 1e9), limitBytes, remove);
}
