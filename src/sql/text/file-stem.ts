// Names a file in a query that gives it no alias: `data/users.csv.gz` is `users`.

const packed = /\.(?:gz|zst)$/i;

export function fileStem(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const unpacked = name.replace(packed, '');
  const dot = unpacked.lastIndexOf('.');
  const stem = dot > 0 ? unpacked.slice(0, dot) : unpacked;
  return stem || name || path;
}
