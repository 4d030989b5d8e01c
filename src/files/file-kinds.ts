// Tells what kind of files a mention names: by the function that reads them, else by how their names end.
import { PathqlError } from '../errors.ts';
import { compressedExtensions } from './compressed-extensions.ts';

interface Kind {
  /** In messages. */
  readonly name: string;
  readonly extensions: readonly string[];
  /** Whether such a file may be compressed as a whole. */
  readonly mayBeCompressed: boolean;
  readonly readers: readonly string[];
}

const kinds = {
  csv: {
    name: 'CSV',
    extensions: ['.csv', '.tsv', '.txt'],
    mayBeCompressed: true,
    readers: ['read_csv', 'read_csv_auto'],
  },
  json: {
    name: 'JSON',
    extensions: ['.json'],
    mayBeCompressed: true,
    readers: ['read_json', 'read_json_auto'],
  },
  ndjson: {
    name: 'JSON lines',
    extensions: ['.ndjson', '.jsonl'],
    mayBeCompressed: true,
    readers: ['read_ndjson', 'read_ndjson_auto'],
  },
  parquet: {
    name: 'Parquet',
    extensions: ['.parquet', '.pq'],
    mayBeCompressed: false,
    readers: ['read_parquet'],
  },
  log: {
    name: 'log',
    extensions: ['.log'],
    mayBeCompressed: true,
    readers: ['read_log'],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type FileKind = keyof typeof kinds;

export const fileKinds: Readonly<Record<FileKind, Kind>> = kinds;

const byReader: ReadonlyMap<string, FileKind> = new Map(
  kindNames().flatMap((kind) => kinds[kind].readers.map((reader) => [reader, kind] as const)),
);

/** Every function that reads files, by names in small letters. */
export const readerNames: readonly string[] = [...byReader.keys()];

/** Of the files that a function reads; undefined for any other function. */
export function kindReadBy(functionName: string): FileKind | undefined {
  return byReader.get(functionName.toLowerCase());
}

/** Null for a name that tells nothing. */
export function kindByName(path: string): FileKind | null {
  const lower = path.toLowerCase();
  const packed = compressedExtensions.find((extension) => lower.endsWith(extension)) ?? '';
  const plain = withoutRotation(lower.slice(0, lower.length - packed.length));
  const isOf = (kind: FileKind) =>
    (packed === '' || kinds[kind].mayBeCompressed) &&
    kinds[kind].extensions.some((extension) => plain.endsWith(extension));
  return kindNames().find(isOf) ?? null;
}

/** Logs that were put aside are numbered or dated: `access.log.1`, `access.log-20240131`. */
function withoutRotation(name: string): string {
  return name.replace(/(?<=\.log)[.-]\d[\d-]*$/, '');
}

/** What a name does not tell is CSV. Throws file_not_allowed for files of different kinds. */
export function kindOfFiles(files: readonly { readonly shownPath: string }[]): FileKind {
  const [first, ...others] = files.map(({ shownPath }) => ({
    shownPath,
    kind: kindByName(shownPath) ?? 'csv',
  }));
  if (first === undefined) return 'csv';
  const other = others.find(({ kind }) => kind !== first.kind);
  if (other === undefined) return first.kind;
  const [one, two] = [first, other].map(
    ({ shownPath, kind }) => `'${shownPath}' is a ${kinds[kind].name} file`,
  );
  const message = `The files of one table must be of one kind: ${one}, ${two}. Name them apart, as in *${kinds[first.kind].extensions[0]}`;
  throw new PathqlError('file_not_allowed', message);
}

function kindNames(): FileKind[] {
  return Object.keys(kinds) as FileKind[];
}
