// Writes names and texts as SQL has them.

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** What stands behind FROM for a path or a pattern, or for a call of a function that reads files. */
export function tableReference(table: string): string {
  return /^read_[a-z]+\s*\(/i.test(table) ? table : literal(table);
}
