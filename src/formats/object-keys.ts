// Names the values of a row where names must differ.
import type { AnswerColumn, FileLayout } from '../query/layouts.ts';

/** Keys of JSON objects, in result order: a name that came before gets _1, _2, … so that no value is lost. */
export function objectKeys(columns: readonly { readonly name: string }[]): string[] {
  const taken = new Set(columns.map(({ name }) => name));
  const used = new Set<string>();
  return columns.map(({ name }) => {
    let key = name;
    for (let n = 1; used.has(key) || (key !== name && taken.has(key)); n++) key = `${name}_${n}`;
    used.add(key);
    return key;
  });
}

/** The columns as rows in `layout` name them. */
export function namedFor(layout: FileLayout, columns: readonly AnswerColumn[]): AnswerColumn[] {
  const names = objectKeys(columns);
  const hasKeys = layout === 'json-object' || layout === 'json-nested';
  return columns.map((column, i) =>
    hasKeys ? { ...column, name: names[i] ?? column.name } : column,
  );
}
