// Finds the types of a table's columns and writes their values into column files, as far as queries ask for them.
import { waitFor } from '../../concurrency/wait-for.ts';
import { type ColumnUse, isUsed } from '../../text/column-use.ts';
import type { CleanCopies, CleanCopy } from '../shared/clean-copies.ts';
import { columnName } from '../shared/columns/column-footer.ts';
import { storedForm } from '../shared/columns/stored-form.ts';
import type { FileLabels } from '../shared/file-labels.ts';
import type { TableColumn } from '../shared/types/table-column.ts';
import type { TableTypes } from '../shared/types/table-types.ts';
import type { StoredColumn, StoredColumns, TableColumns } from './csv-table.ts';
import type { WrittenColumn } from './records/column-writer.ts';
import type { FileFindings, FileScan } from './records/file-scan.ts';
import { scanFile } from './records/scan-file.ts';
import { type WrittenFile, writeColumns } from './records/write-columns.ts';

/** A file whose records were scanned. */
export interface ScannedFile {
  /** Of what is read: the file, or its clean copy. */
  readonly scan: Omit<FileScan, 'tasks' | 'signal'>;
  readonly findings: FileFindings;
  /** Null: the file itself is read. */
  readonly copy: CleanCopy | null;
  /** What each field of a record is called. */
  readonly columns: readonly string[];
  /** What the columns hold that are made of its path. */
  readonly labels: FileLabels;
}

export interface LoadedFiles {
  readonly files: readonly ScannedFile[];
  readonly types: TableTypes;
  readonly copies: CleanCopies;
}

export class ColumnLoader implements TableColumns {
  readonly #files: readonly ScannedFile[];
  readonly #types: TableTypes;
  readonly #copies: CleanCopies;
  /** The columns that were asked for so far. */
  #stored: StoredColumns;
  /** One at a time changes what is stored. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ files, types, copies }: LoadedFiles) {
    this.#files = files;
    this.#types = types;
    this.#copies = copies;
    this.#stored = { columns: [], copy: null, copies: this.#cleanCopies };
  }

  types(use: ColumnUse, signal: AbortSignal): Promise<readonly TableColumn[]> {
    return this.#inTurn(signal, () => this.#typesOf(use, signal));
  }

  store(use: ColumnUse, signal: AbortSignal): Promise<StoredColumns> {
    return this.#inTurn(signal, async () => {
      const wanted = await this.#typesOf(use, signal);
      if (!this.#holds(wanted)) this.#stored = this.#planned(wanted);
      const names = new Set(wanted.map(({ name }) => name));
      const columns = this.#stored.columns.filter(({ name }) => names.has(name));
      return { ...this.#stored, columns };
    });
  }

  async #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const own = waitFor(before, signal).then(work);
    // Who comes next waits for the one before, too, where this one left early.
    this.#last = Promise.allSettled([before, own]);
    return own;
  }

  async #typesOf(use: ColumnUse, signal: AbortSignal): Promise<readonly TableColumn[]> {
    if (this.#types.unknown(use).size > 0) {
      for (const file of this.#files) await this.#inferTypes(file, use, signal);
      this.#types.know(use);
    }
    return this.#types.columns().filter(({ name }) => isUsed(use, name));
  }

  async #inferTypes(file: ScannedFile, use: ColumnUse, signal: AbortSignal): Promise<void> {
    const asked = this.#types.tasks(file.columns, this.#types.unknown(use));
    // Values were compared with given types when the file was opened.
    const tasks = asked.map((task) => (task.kind === 'infer' ? task : ({ kind: 'any' } as const)));
    if (tasks.every(({ kind }) => kind === 'any')) return;
    const { types } = await this.#reading(file, signal, () =>
      scanFile({ ...file.scan, tasks, signal }),
    );
    this.#types.take(file.columns, types, tasks);
  }

  #holds(wanted: readonly TableColumn[]): boolean {
    const stored = new Set(this.#stored.columns.map(({ name }) => name));
    return wanted.every(({ name }) => stored.has(name));
  }

  /** With those before, as they may be asked for again. */
  #planned(wanted: readonly TableColumn[]): StoredColumns {
    const before = new Set([...this.#stored.columns, ...wanted].map(({ name }) => name));
    const columns = this.#types
      .columns()
      .filter(({ name }) => before.has(name))
      .map((column, position) => ({ ...column, storedName: columnName(position) }));
    const copy = this.#copies.plan((path, signal) => this.#write(columns, path, signal));
    return { columns, copy, copies: [copy, ...this.#cleanCopies] };
  }

  #write(columns: readonly StoredColumn[], path: string, signal: AbortSignal): Promise<void> {
    const forms = columns.map(({ type }) => storedForm(type));
    return writeColumns({ forms, files: this.#written(columns, signal), signal }, path);
  }

  async *#written(
    columns: readonly StoredColumn[],
    signal: AbortSignal,
  ): AsyncGenerator<WrittenFile> {
    for (const file of this.#files) {
      const { copy, scan, findings } = file;
      const written = { ...scan, ...findings, columns: writtenColumns(columns, file) };
      if (copy === null) yield written;
      else {
        await this.#copies.lease(copy, signal);
        try {
          yield written;
        } finally {
          await this.#copies.release(copy);
        }
      }
    }
  }

  async #reading<T>(
    { copy }: ScannedFile,
    signal: AbortSignal,
    read: () => Promise<T>,
  ): Promise<T> {
    if (copy === null) return read();
    await this.#copies.lease(copy, signal);
    try {
      return await read();
    } finally {
      await this.#copies.release(copy);
    }
  }

  get #cleanCopies(): CleanCopy[] {
    return this.#files.flatMap(({ copy }) => copy ?? []);
  }
}

function writtenColumns(
  columns: readonly StoredColumn[],
  file: Pick<ScannedFile, 'columns' | 'labels'>,
): WrittenColumn[] {
  const fields = new Map(file.columns.map((name, field) => [name.toLowerCase(), field]));
  return columns.map(({ name, type }) => {
    const form = storedForm(type);
    const field = fields.get(name.toLowerCase());
    if (field === undefined) return { form, constant: file.labels.get(name) ?? null };
    return { form, field };
  });
}
