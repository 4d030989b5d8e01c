// Tells the columns that hold the same value in all rows of a file: its name, and the partitions in its path.
import { PathqlError } from '../../errors.ts';
import { AvoidableError, type WayOut } from './avoidable-error.ts';
import type { SourceFile } from './source-file.ts';

/** Values by column name, null for none. */
export type FileLabels = ReadonlyMap<string, string | null>;

export interface LabelOptions {
  /** The name of a column that holds the path of each row's file. */
  readonly filename?: string | null;
  /** Folders such as `year=2024` make columns. */
  readonly hivePartitioning?: boolean;
}

export interface NamedFile {
  readonly file: SourceFile;
  readonly columns: readonly string[];
}

/** Of one file. Rejects names that its own columns have. */
export function fileLabels({ file, columns }: NamedFile, options: LabelOptions): FileLabels {
  const { filename = null, hivePartitioning = false } = options;
  const labels = new Map<string, string | null>();
  if (hivePartitioning) {
    for (const [key, value] of partitionsOf(file.shownPath)) labels.set(key, value);
  }
  if (filename !== null) labels.set(filename, file.shownPath);
  const own = new Set(columns.map((name) => name.toLowerCase()));
  const clash = [...labels.keys()].find((name) => own.has(name.toLowerCase()));
  if (clash === undefined) return labels;
  const message = `The file '${file.shownPath}' has a column '${clash}' of its own, so that none can be made of its path`;
  const wayOut = clash === filename ? otherName(own) : noPartitions;
  throw new AvoidableError('read_option_invalid', message, wayOut);
}

function otherName(taken: ReadonlySet<string>): WayOut {
  const free = ['path', 'file_path', 'path_of_file'].filter((name) => !taken.has(name));
  return {
    words: 'To give it another name',
    options: free.slice(0, 1).map((filename) => ({ filename })),
  };
}

const noPartitions: WayOut = {
  words: 'To read it without',
  options: [{ hive_partitioning: undefined }],
};

/** All files of a table must have the same. */
export function assertSameLabels(
  [first, ...others]: readonly FileLabels[],
  files: readonly SourceFile[],
): void {
  const expected = [...(first?.keys() ?? [])].join(', ');
  const position = others.findIndex((labels) => [...labels.keys()].join(', ') !== expected);
  if (position === -1) return;
  const [one, two] = [files[0], files[position + 1]].map((file) => `'${file?.shownPath}'`);
  const message = `The files of one table must have the same partitions in their paths: ${one} and ${two} differ`;
  throw new PathqlError('read_option_invalid', message);
}

/** Whether the paths have the same partitions, and none that a file has as a column. */
export function havePartitions(files: readonly NamedFile[]): boolean {
  const [first = '', ...others] = files.map(({ file, columns }) => {
    const keys = partitionsOf(file.shownPath).map(([key]) => key.toLowerCase());
    const own = new Set(columns.map((name) => name.toLowerCase()));
    return keys.some((key) => own.has(key)) ? '' : keys.join('/');
  });
  return first !== '' && others.every((keys) => keys === first);
}

/** What Hive writes for NULL. */
const nullPartition = '__HIVE_DEFAULT_PARTITION__';

/** `year=2024` in a folder's name is a column `year`. */
export function partitionsOf(shownPath: string): [key: string, value: string | null][] {
  const folders = shownPath.split('/').slice(0, -1);
  return folders.flatMap((folder) => {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(folder) ?? [];
    if (key === undefined || value === undefined) return [];
    const text = decoded(value);
    return [[decoded(key), text === nullPartition || text === '' ? null : text]];
  });
}

/** Writers of partitions encode what cannot stand in a folder's name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
