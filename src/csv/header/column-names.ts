// Names columns: as the header has them, made different where SQL could not tell them apart.

/**
 * A header without a name is `column` and its position, counted from 0 as `read_csv(…, header=false)` does.
 * A name that came before, letter case apart, gets `_1`, `_2`, …; no made-up name takes one of the header's.
 */
export function columnNames(header: readonly string[]): string[] {
  const written = new Set(header.filter((name) => name !== '').map(fold));
  const taken = new Set<string>();
  return header.map((field, position) => {
    const base = field === '' ? `column${position}` : field;
    const isFree = (name: string) => !taken.has(fold(name));
    let name = base;
    const isMadeUp = field === '' && written.has(fold(base));
    if (isMadeUp || !isFree(base)) {
      let count = 1;
      while (!isFree(`${base}_${count}`) || written.has(fold(`${base}_${count}`))) count++;
      name = `${base}_${count}`;
    }
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
