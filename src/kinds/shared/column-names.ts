// Names columns: as the header has them, made different where SQL could not tell them apart.
import { PathqlError } from '../../errors.ts';
import { limits, shownNumber } from '../../limits.ts';
import type { SourceFile } from './source-file.ts';

/**
 * A header without a name is `column` and its position, counted from 0 as `read_csv(…, header=false)` does.
 * A name that came before, letter case apart, gets `_1`, `_2`, …; no made-up name takes one of the header's.
 */
export function columnNames(header: readonly string[]): string[] {
  const written = new Set(header.filter((name) => name !== '').map(fold));
  const taken = new Set<string>();
  /** The last number that a name got, so that a name that comes again and again is not counted anew. */
  const counts = new Map<string, number>();
  const numbered = (base: string) => {
    let count = counts.get(fold(base)) ?? 0;
    let name: string;
    do name = `${base}_${++count}`;
    while (taken.has(fold(name)) || written.has(fold(name)));
    counts.set(fold(base), count);
    return name;
  };
  return header.map((field, position) => {
    const base = field === '' ? `column${position}` : field;
    const isMadeUp = field === '' && written.has(fold(base));
    const name = isMadeUp || taken.has(fold(base)) ? numbered(base) : base;
    taken.add(fold(name));
    return name;
  });
}

export function numberedNames(count: number): string[] {
  return Array.from({ length: count }, (_, position) => `column${position}`);
}

/** Columns are compared without regard to letter case, in ASCII and beyond. */
function fold(name: string): string {
  return name.toLowerCase();
}

export function assertFewColumns({ shownPath }: SourceFile, count: number): void {
  const { most } = limits.fileColumns;
  if (count <= most) return;
  const message = `The file '${shownPath}' has more than ${shownNumber(most)} columns, and no more can be read`;
  throw new PathqlError('csv_invalid', message);
}
