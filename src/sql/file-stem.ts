// The name a file has in a query when the user gives it none: `data/users.csv.gz` is `users`.

const packed = /\.(?:gz|zst)$/i;

export function fileStem(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const unpacked = name.replace(packed, '');
  const dot = unpacked.lastIndexOf('.');
  const stem = dot > 0 ? unpacked.slice(0, dot) : unpacked;
  return stem || name || path;
}

/** A name as SQL text, in double quotes. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
