// Joins the parts of a query that was cut between clauses, on lines of their own where it has several lines.

export function joinClauses(sql: string, parts: readonly string[]): string {
  const gap = sql.trim().includes('\n') ? '\n' : ' ';
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .reduce((joined, part) => joined + (part.startsWith(';') ? '' : gap) + part);
}
