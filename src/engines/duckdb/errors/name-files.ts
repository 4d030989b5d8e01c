// Names the files one of which an error is about.

const maxNamed = 3;

/** As the subject of a sentence. DuckDB does not say which file it is. */
export function nameFiles(shownPaths: readonly string[]): string {
  const paths = [...new Set(shownPaths)];
  const names = paths.slice(0, maxNamed).map((path) => `'${path}'`);
  if (paths.length === 1) return `The file ${names}`;
  const others = paths.length - maxNamed;
  return `One of the files ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
