// Counts how many items of a list fit into the answer of a tool.
import { limits } from '../limits.ts';

/** `texts`: the items as they are written, from the first on; `rest`: what the answer of at most `most` bytes holds besides. */
export function fittingCount(
  texts: Iterable<string>,
  rest: string,
  most: number = limits.toolBytes.most,
): number {
  let bytes = most - Buffer.byteLength(rest);
  let count = 0;
  for (const text of texts) {
    bytes -= Buffer.byteLength(text) + 1;
    if (bytes < 0) break;
    count += 1;
  }
  return count;
}
