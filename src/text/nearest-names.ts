// Suggests which of the known names a person most likely meant.
import { limits } from '../limits.ts';

/**
 * The names within reach of `wanted`, nearest first: letter case apart, or up to a third of it mistyped. None for a long
 * name, and none beyond the first of very many.
 */
export function nearestNames(wanted: string, known: Iterable<string>, limit = 3): string[] {
  if (wanted.length > limits.suggestedLength.most) return [];
  const folded = wanted.toLowerCase();
  const reach = Math.max(1, Math.floor(folded.length / 3));
  const found: { name: string; distance: number }[] = [];
  let seen = 0;
  for (const name of known) {
    if (++seen > limits.suggestedFrom.most) break;
    if (Math.abs(name.length - wanted.length) > reach) continue;
    const distance = editDistance(folded, name.toLowerCase(), reach);
    if (distance <= reach) found.push({ name, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const near = found.filter(({ distance }) => distance <= (found[0]?.distance ?? 0) + 1);
  return near.slice(0, limit).map(({ name }) => name);
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string
 * alignment); `atMost + 1` once it is clear that there are more.
 */
export function editDistance(a: string, b: string, atMost = Number.POSITIVE_INFINITY): number {
  const start = sharedStart(a, b);
  const end = sharedEnd(a, b, start);
  return distanceOf(a.slice(start, a.length - end), b.slice(start, b.length - end), atMost);
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}

/** Behind the shared start. */
function sharedEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

function distanceOf(a: string, b: string, atMost: number): number {
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replace);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(at(row, j), at(beforeLast, j - 2) + 1);
    }
    if (Math.min(...row) > atMost) return atMost + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(at(last, b.length), atMost + 1);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
