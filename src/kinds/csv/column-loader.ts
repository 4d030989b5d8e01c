// Scans the files of a table for the types of its columns, and writes the columns that queries ask for into column files.
import { waitFor } from '../../concurrency/wait-for.ts';
import { PathqlError } from '../../errors.ts';
import { type ColumnUse, isUsed } from '../../text/column-use.ts';
import type { CleanCopies, CleanCopy } from '../shared/clean-copies.ts';
import { columnName } from '../shared/columns/column-footer.ts';
import type { ColumnSink } from '../shared/columns/column-sink.ts';
import { type StoredForm, storedForm } from '../shared/columns/stored-form.ts';
import { writeColumnFile } from '../shared/columns/write-column-file.ts';
import type { ColumnType, TableColumn } from '../shared/types/table-column.ts';
import type { ColumnTask, TableTypes } from '../shared/types/table-types.ts';
import type { StoredColumns, TableColumns } from './csv-table.ts';
import type { RecordSource } from './record-source.ts';
import type { WrittenColumn } from './records/page-writer.ts';
import type { RecordFindings } from './records/record-scanner.ts';

export interface LoadedFiles {
  readonly sources: readonly RecordSource[];
  readonly types: TableTypes;
  readonly copies: CleanCopies;
}

/** A column file, and what it holds. */
interface PlannedFile {
  readonly names: ReadonlySet<string>;
  readonly copy: CleanCopy;
}

export class ColumnLoader implements TableColumns {
  readonly #sources: readonly RecordSource[];
  readonly #types: TableTypes;
  readonly #copies: CleanCopies;
  /** With the columns that were asked for so far. */
  #file: PlannedFile | null = null;
  /** It was leased to be written, and nobody asked for it since. */
  #isHeld = false;
  #rowCount = 0;
  /** One at a time changes what is stored. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ sources, types, copies }: LoadedFiles) {
    this.#sources = sources;
    this.#types = types;
    this.#copies = copies;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Scans all records of all files, and loads the columns of the use. Rejects as `RecordSource.scan` does. */
  async open(use: ColumnUse, signal: AbortSignal | undefined): Promise<void> {
    const names = this.#namesOf(use);
    if (names.size > 0) await this.#load(names, signal);
    else await this.#scan(names, null, signal);
  }

  types(use: ColumnUse, signal: AbortSignal): Promise<readonly TableColumn[]> {
    return this.#inTurn(signal, async () => {
      const unknown = this.#types.unknown(use);
      if (unknown.size > 0) {
        await this.#scan(unknown, null, signal);
        this.#types.know(unknown);
      }
      await this.#letGo();
      return this.#columnsOf(this.#namesOf(use));
    });
  }

  load(use: ColumnUse, signal: AbortSignal): Promise<StoredColumns> {
    return this.#inTurn(signal, async () => {
      const names = this.#namesOf(use);
      if (names.size === 0) return { columns: [], copy: null };
      if (!isWithin(names, this.#file?.names)) await this.#extend(names, signal);
      const { copy, names: stored } = this.#file as PlannedFile;
      if (!this.#isHeld) await this.#copies.lease(copy, signal);
      this.#isHeld = false;
      const columns = this.#columnsOf(stored).map((column, position) => {
        return { ...column, storedName: columnName(position) };
      });
      return { columns: columns.filter(({ name }) => names.has(name.toLowerCase())), copy };
    });
  }

  get copies(): readonly CleanCopy[] {
    const clean = this.#sources.flatMap(({ copy }) => copy ?? []);
    return this.#file === null ? clean : [this.#file.copy, ...clean];
  }

  #inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const own = waitFor(before, signal).then(work);
    // Who comes next waits for the one before, too, where this one left early.
    this.#last = Promise.allSettled([before, own]);
    return own;
  }

  /** With the columns before, as they may be asked for again, or without them where there is no room. */
  async #extend(names: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const before = this.#file;
    try {
      await this.#load(new Set([...(before?.names ?? []), ...names]), signal);
    } catch (error) {
      if (before === null || !isOutOfRoom(error)) throw error;
      this.#file = null;
      await this.#copies.removeIdle([before.copy]);
      await this.#load(names, signal);
    }
  }

  async #load(names: ReadonlySet<string>, signal: AbortSignal | undefined): Promise<void> {
    await this.#letGo();
    const copy = this.#copies.plan((path, writing) => this.#write(names, path, writing));
    await this.#copies.lease(copy, signal ?? never);
    this.#file = { names, copy };
    this.#isHeld = true;
  }

  async #letGo(): Promise<void> {
    if (this.#file === null || !this.#isHeld) return;
    this.#isHeld = false;
    await this.#copies.release(this.#file.copy);
  }

  /** Types that are not known are guessed from the first records: where the guess was too narrow, all is written again. */
  async #write(names: ReadonlySet<string>, path: string, signal: AbortSignal): Promise<void> {
    if (this.#types.unknown(names).size > 0) await this.#guess(names, signal);
    for (;;) {
      const forms = this.#formsOf(names);
      let isBroken = false;
      await writeColumnFile(path, forms, async (sink) => {
        const found = await this.#scan(names, sink, signal);
        isBroken = found.some((one) => one.isBroken);
        return isBroken ? [] : found.flatMap(({ groups }) => groups);
      });
      const isRight = this.#formsOf(names).every((form, at) => form === forms[at]);
      if (!isBroken && isRight) break;
      if (isRight) throw new Error('A form broke, and no type became wider');
    }
    this.#types.know(names);
  }

  async #guess(names: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const unknown = this.#types.unknown(names);
    const last = this.#sources.length - 1;
    for (const at of new Set([0, last >> 1, last])) {
      const source = this.#sources[at] as RecordSource;
      const tasks = this.#types.tasks(source.columns, unknown);
      const { types } = await source.scanStart({ tasks: withoutChecks(tasks), signal });
      this.#types.take(source.columns, types);
    }
  }

  /** All records of all files. */
  async #scan(
    names: ReadonlySet<string>,
    sink: ColumnSink | null,
    signal: AbortSignal | undefined,
  ): Promise<RecordFindings[]> {
    const isFirst = this.#rowCount === 0;
    const all: RecordFindings[] = [];
    for (const source of this.#sources) {
      const asked = this.#tasksOf(source, names, sink !== null);
      // Values are compared with given types once.
      const tasks = isFirst ? asked : withoutChecks(asked);
      const writing = sink === null ? undefined : { columns: this.#written(source, names), sink };
      const found = await source.scan({ tasks, writing, signal });
      this.#types.take(source.columns, found.types);
      all.push(found);
    }
    this.#rowCount = all.reduce((sum, { records }) => sum + records, 0);
    return all;
  }

  /** A column that is written in the form of its type need not be looked at besides. */
  #tasksOf(
    { columns }: RecordSource,
    names: ReadonlySet<string>,
    isWritten: boolean,
  ): readonly ColumnTask[] {
    const tasks = this.#types.tasks(columns, this.#types.unknown(names));
    if (!isWritten) return tasks;
    const types = new Map(
      this.#types.columns().map(({ name, type }) => [name.toLowerCase(), type]),
    );
    return tasks.map((task, field) => {
      const type = types.get(columns[field]?.toLowerCase() ?? '');
      const isCompared = task.kind === 'infer' && type !== undefined && !tellsItself(type);
      return task.kind === 'infer' && !isCompared ? { kind: 'any' } : task;
    });
  }

  #written(source: RecordSource, names: ReadonlySet<string>): WrittenColumn[] {
    const fields = new Map(source.columns.map((name, field) => [name.toLowerCase(), field]));
    const unknown = this.#types.unknown(names);
    return this.#columnsOf(names).map(({ name, type }) => {
      const form = storedForm(type);
      const field = fields.get(name.toLowerCase());
      if (field === undefined) return { form, constant: source.labels.get(name) ?? null };
      return { form, field, isGuess: unknown.has(name.toLowerCase()) };
    });
  }

  #formsOf(names: ReadonlySet<string>): StoredForm[] {
    return this.#columnsOf(names).map(({ type }) => storedForm(type));
  }

  #columnsOf(names: ReadonlySet<string>): readonly TableColumn[] {
    return this.#types.columns().filter(({ name }) => names.has(name.toLowerCase()));
  }

  /** In small letters. */
  #namesOf(use: ColumnUse): ReadonlySet<string> {
    const used = this.#types.columns().filter(({ name }) => isUsed(use, name));
    return new Set(used.map(({ name }) => name.toLowerCase()));
  }
}

const never = new AbortController().signal;

/** Every text is a value of it, or it has a form of its own that others do not fit. */
function tellsItself(type: ColumnType): boolean {
  return storedForm(type) !== 'text' || (type.kind === 'exact' && type.name === 'VARCHAR');
}

function isOutOfRoom(error: unknown): boolean {
  return (
    error instanceof PathqlError &&
    (error.code === 'answer_too_large' || error.code === 'disk_full')
  );
}

function withoutChecks(tasks: readonly ColumnTask[]): ColumnTask[] {
  return tasks.map((task) => (task.kind === 'fit' ? { kind: 'any' } : task));
}

function isWithin(names: ReadonlySet<string>, others: ReadonlySet<string> | undefined): boolean {
  return others !== undefined && [...names].every((name) => others.has(name));
}
