// Opens the files behind one reference as a table whose rows are counted and whose types are known.
import { createHash } from 'node:crypto';
import { type FileKind, fileKinds } from '../../files/file-kinds.ts';
import { assertUnchanged } from '../../files/file-version.ts';
import type { DataFile } from '../../files/resolve-path.ts';
import { writeCall } from '../../kinds/csv/advice/read-call.ts';
import type { OtherOptions } from '../../kinds/shared/avoidable-error.ts';
import { partitionsOf } from '../../kinds/shared/file-labels.ts';
import type { ColumnUse } from '../../text/column-use.ts';
import type { TableIdentity, TableOpening } from '../engine-driver.ts';
import { readContents } from './read-contents.ts';
import type { LoadedColumns, LoadTools, TableContents, TableTools } from './table-contents.ts';
import { withOther } from './with-other-options.ts';

export class DuckDbTable {
  readonly files: readonly DataFile[];
  readonly kind: FileKind;
  readonly identity: TableIdentity;
  readonly contents: TableContents;
  /** Of all files. */
  readonly bytes: number;
  /** Queries that named it. */
  uses = 0;
  /** From which use on it may be loaded into the cache: later when that failed, never when it must fail again. */
  loadsFromUse = 1;

  readonly #opening: TableOpening;
  #digest: string | null = null;

  constructor(opening: TableOpening, contents: TableContents) {
    const { files, kind, identity } = opening;
    this.#opening = opening;
    this.files = files;
    this.kind = kind;
    this.identity = identity;
    this.contents = contents;
    this.bytes = files.reduce((sum, { version }) => sum + version.size, 0);
  }

  get digest(): string {
    this.#digest ??= digestOf(this.#opening);
    return this.#digest;
  }

  /** It holds the first rows of its file only. */
  get isPart(): boolean {
    return this.#opening.firstRows !== undefined;
  }

  /** The columns among `use`, and SQL of a SELECT that reads them. */
  load(use: ColumnUse, tools: LoadTools): Promise<LoadedColumns> {
    return this.contents.columns.load(use, tools);
  }

  get rowCount(): number {
    return this.contents.rowCount;
  }

  /** A call that reads the same files with other options, for messages. */
  callWith(other: OtherOptions): string {
    const { options, written } = this.#opening;
    return writeCall(fileKinds[this.kind].readers[0] ?? '', written, withOther(options, other));
  }

  get shownPaths(): string[] {
    return this.files.map(({ shownPath }) => shownPath);
  }
}

/** Rejects with a PathqlError that names the file. */
export async function openDuckDbTable(
  opening: TableOpening,
  tools: TableTools,
): Promise<DuckDbTable> {
  try {
    return new DuckDbTable(opening, await readContents(opening, tools));
  } finally {
    assertUnchanged(opening.files);
  }
}

/** The same for the same files, unchanged, read with the same options. How they are written counts for columns made of it. */
export function digestOf({ files, kind, options, firstRows }: TableOpening): string {
  const given = options === null ? null : [...options].map(([name, { value }]) => [name, value]);
  const shown = files.map(({ shownPath }) =>
    given === null ? partitionsOf(shownPath) : shownPath,
  );
  const contents = [files.map(({ version }) => version.key), kind, given, shown, firstRows ?? null];
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex');
}
