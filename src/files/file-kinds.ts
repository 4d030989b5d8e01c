// Lists the kinds of files: how their names end, and the functions that read them.
import { PathqlError } from '../errors.ts';
import { compressedExtensions } from './compression.ts';

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

export function isJson(kind: FileKind | null): kind is 'json' | 'ndjson' {
  return kind === 'json' || kind === 'ndjson';
}

interface FileOfKind {
  readonly shownPath: string;
  readonly kind: FileKind;
}

/** Of the files of a table. Throws file_not_allowed for files of different kinds. */
export function oneKind(files: readonly FileOfKind[]): FileKind {
  const [first, ...others] = files;
  if (first === undefined) return 'csv';
  const isAlike = ({ kind }: FileOfKind) =>
    kind === first.kind || (isJson(kind) && isJson(first.kind));
  const other = others.find((file) => !isAlike(file));
  if (other === undefined)
    return files.every(({ kind }) => kind === first.kind) ? first.kind : 'json';
  const [one, two] = [first, other].map(
    ({ shownPath, kind }) => `'${shownPath}' is a ${kinds[kind].name} file`,
  );
  const isNamed = kindByName(first.shownPath) === first.kind;
  const example = isNamed ? `, as in *${kinds[first.kind].extensions[0]}` : '';
  const message = `The files of one table must be of one kind: ${one}, ${two}. Name them apart${example}`;
  throw new PathqlError('file_not_allowed', message);
}

function kindNames(): FileKind[] {
  return Object.keys(kinds) as FileKind[];
}
