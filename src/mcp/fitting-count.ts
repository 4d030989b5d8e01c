// Counts how many items of a list fit into the answer of a tool.
import { limits } from '../limits.ts';

/** `texts`: the items as they are written, from the first on; `rest`: what the answer holds besides. */
export function fittingCount(texts: Iterable<string>, rest: string): number {
  let bytes = limits.toolBytes.most - Buffer.byteLength(rest);
  let count = 0;
  for (const text of texts) {
    bytes -= Buffer.byteLength(text) + 1;
    if (bytes < 0) break;
    count += 1;
  }
  return count;
}
