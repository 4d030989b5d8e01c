// Writes a path so that DuckDB reads that one file: `*`, `?` and `[` would make a pattern of it.

export function globSafe(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
