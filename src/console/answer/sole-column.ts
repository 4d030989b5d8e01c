// Tells whether a column of an answer can be meant by its name alone.

/** What to say to the person where several columns have the name, else null. */
export function sharedNameFault(columns: readonly string[], name: string): string | null {
  const same = columns.filter((other) => other.toLowerCase() === name.toLowerCase());
  if (same.length === 1) return null;
  return `${same.length} columns are named '${name}': give each its own name with AS.`;
}
