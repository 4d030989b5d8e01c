// Reads a line of a W3C log that begins with '#Fields:'.
import { columnNames } from '../shared/column-names.ts';

export interface W3cFields {
  /** Of columns: no two are the same. */
  readonly names: readonly string[];
  /** Null: a space or a tab, as the first entry shows. */
  readonly separator: ',' | null;
}

/** Null for any other line. */
export function readFields(line: string): W3cFields | null {
  const list = /^#[ \t]*fields[ \t]*:(.*)$/is.exec(line)?.[1]?.trim();
  if (list === undefined) return null;
  const separator = /\s/.test(list.replaceAll(', ', ',')) || !list.includes(',') ? null : ',';
  const names = list.split(separator ?? /[ \t]+/).map((name) => name.trim());
  return { names: list === '' ? [] : columnNames(names), separator };
}

/** The columns of all lines `#Fields:` among these, in the order in which they come; case apart, no two are the same. */
export function allFields(lines: readonly string[], before: readonly string[] = []): string[] {
  const byFoldedName = new Map(before.map((name) => [name.toLowerCase(), name]));
  for (const name of lines.flatMap((line) => readFields(line)?.names ?? [])) {
    const folded = name.toLowerCase();
    if (!byFoldedName.has(folded)) byFoldedName.set(folded, name);
  }
  return [...byFoldedName.values()];
}
