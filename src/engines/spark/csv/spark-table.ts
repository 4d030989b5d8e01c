// Opens the files behind one reference as a table on the cluster: inspected, with types that are proven when they are used.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileKinds } from '../../../files/file-kinds.ts';
import type { DataFile } from '../../../files/resolve-path.ts';
import { type HeaderReading, readHeader } from '../../../kinds/csv/header/header.ts';
import { readGivenOptions } from '../../../kinds/csv/read-options.ts';
import { namesOf } from '../../../kinds/csv/table-columns.ts';
import { assertFewColumns } from '../../../kinds/shared/column-names.ts';
import { refuseOtherFormat } from '../../../kinds/shared/other-format.ts';
import {
  commonTypes,
  everyType,
  narrowestType,
  type TextTypes,
  typesOfText,
} from '../../../kinds/shared/types/column-types.ts';
import type { ExactType } from '../../../kinds/shared/types/exact-types.ts';
import type { TableColumn } from '../../../kinds/shared/types/table-column.ts';
import type { FileReference } from '../../../sql/file-reference.ts';
import type { TableOpening } from '../../engine-driver.ts';
import type { AskCluster } from '../files/cluster-listing.ts';
import { notOnSpark } from '../plan/plan-node.ts';
import { exactValueSql } from './exact-types.ts';
import { fileNotOnSpark, inspectFiles, overLines } from './inspect-files.ts';
import { proveTypes } from './prove-types.ts';
import { fieldSql, fieldsSql, type LineSyntax, recordLinesSql, splitLine } from './record-lines.ts';

export class SparkTable {
  readonly files: readonly DataFile[];
  readonly rowCount: number;
  readonly #names: readonly string[];
  readonly #syntax: LineSyntax;
  /** Those of the first rows until a query needs the column; then those of all rows. */
  readonly #types: ExactType[];
  readonly #isProven: boolean[];
  #proving: Promise<unknown> = Promise.resolve();
  #revision = 0;

  constructor(parts: TableParts) {
    this.files = parts.files;
    this.rowCount = parts.rowCount;
    this.#names = parts.names;
    this.#syntax = parts.syntax;
    this.#types = [...parts.types];
    this.#isProven = parts.names.map(() => parts.areTexts);
  }

  get columns(): readonly (TableColumn & { readonly type: ExactType })[] {
    return this.#names.map((name, i) => ({
      name,
      type: { kind: 'exact', ...(this.#types[i] as ExactType) },
    }));
  }

  /** Another one once a type has changed: what was bound before that is to be bound anew, whoever found the type. */
  get revision(): number {
    return this.#revision;
  }

  /** Positions of columns without a value so far: a plan reads NULL in their place, so they are to be proven before it. */
  get emptyColumns(): number[] {
    return [...this.#types.keys()].filter((position) => {
      return this.#types[position]?.name === 'NULL' && this.#isProven[position] === false;
    });
  }

  get bytes(): number {
    return this.files.reduce((sum, { version }) => sum + version.size, 0);
  }

  /** SELECT of columns, by position, from the relation of this table's lines. */
  selectSql(positions: readonly number[], relation: string): string {
    // Rows are counted without a look into them.
    if (positions.length === 0) return `SELECT 0 FROM (${recordLinesSql(this.#syntax, relation)})`;
    const texts = positions.map((position, i) => `${fieldSql(this.#syntax, position)} AS s${i}`);
    const values = positions.map((position, i) => {
      return exactValueSql(`s${i}`, this.#types[position] as ExactType);
    });
    const fields = fieldsSql(this.#syntax, relation);
    return `SELECT ${values.join(', ')} FROM (SELECT ${texts.join(', ')} FROM (${fields}))`;
  }

  /** One query after the other: what the first finds, the next one knows. */
  prove(positions: readonly number[], ask: AskCluster, signal: AbortSignal): Promise<void> {
    const proof = this.#proving.then(() => this.#proveNow(positions, ask, signal));
    this.#proving = proof.catch(() => undefined);
    return proof;
  }

  async #proveNow(
    positions: readonly number[],
    ask: AskCluster,
    signal: AbortSignal,
  ): Promise<void> {
    const open = positions.filter((position) => this.#isProven[position] === false);
    if (open.length === 0) return;
    const columns = open.map((position) => ({
      text: fieldSql(this.#syntax, position),
      guess: this.#types[position] as ExactType,
    }));
    const fields = fieldsSql(this.#syntax, 't0');
    const run = (select: string) => ask(overLines(select, this.files), signal);
    const found = await proveTypes(columns, {
      ask: (list) => run(`SELECT ${list} FROM (${fields})`),
      texts: async (text, condition, most) => {
        const select = `SELECT DISTINCT ${text} AS text FROM (${fields}) WHERE ${condition} LIMIT ${most}`;
        return (await run(select)).map(({ text }) => String(text));
      },
    });
    for (const [index, position] of open.entries()) {
      const before = this.#types[position] as ExactType;
      const type = found[index] as ExactType;
      if (before.name !== type.name || before.scale !== type.scale) this.#revision += 1;
      this.#types[position] = type;
      this.#isProven[position] = true;
    }
  }
}

interface TableParts {
  readonly files: readonly DataFile[];
  readonly names: readonly string[];
  readonly syntax: LineSyntax;
  readonly types: readonly ExactType[];
  /** The query said so. */
  readonly areTexts: boolean;
  readonly rowCount: number;
}

/** Options of read_csv that change nothing but what is known here. */
const knownOptions: ReadonlySet<string> = new Set([
  ...['delim', 'sep', 'header', 'names', 'column_names', 'all_varchar'],
]);

/** Rejects with csv_invalid, read_option_invalid or not_on_spark. */
export async function openSparkTable(
  { files, kind, options: given, signal }: TableOpening,
  ask: AskCluster,
): Promise<SparkTable> {
  if (kind !== 'csv') throw notOnSpark(`Reading ${fileKinds[kind].name} files`);
  assertKnownOptions(given);
  const [first] = files;
  if (first === undefined) throw new Error('A table without files');
  if (given === null) {
    for (const { version, shownPath } of files)
      refuseOtherFormat({ path: version.path, shownPath });
  }
  const options = readGivenOptions(given);
  const lines = await firstLines(first, ask, signal);
  // Its line feeds have a byte of their own on the other side of the cut.
  if (isUtf16(lines)) throw fileNotOnSpark(first.shownPath, 'the encoding UTF-16');
  const reading = await readFirstLines(lines, { first, options, signal });
  const names = namesOf(reading, options);
  assertFewColumns(reading.file, names.length);
  const header = reading.dialect.hasHeader ? headerLine(lines) : null;
  const { delimiter } = reading.dialect;
  const syntax = { delimiter, width: names.length, header };
  const { rowCount, endsInCr, hasQuotes } = await inspectFiles(files, syntax, { ask, signal });
  const areTexts = options.allVarchar === true;
  const records = header === null ? lines : lines.slice(1);
  const types = areTexts
    ? names.map((): ExactType => ({ name: 'VARCHAR', scale: 0 }))
    : guessTypes(records, syntax);
  return new SparkTable({
    files,
    names,
    syntax: { ...syntax, endsInCr, hasQuotes },
    types,
    areTexts,
    rowCount,
  });
}

function assertKnownOptions(given: FileReference['options']): void {
  for (const name of given?.keys() ?? []) {
    if (!knownOptions.has(name)) throw notOnSpark(`The option ${name} of read_csv`);
  }
}

const sampleLines = 1_000;
const sampleBytes = 4_000_000;

/** Of the file's first part, without line feeds. */
async function firstLines(file: DataFile, ask: AskCluster, signal: AbortSignal): Promise<Buffer[]> {
  const query = `SELECT line FROM (SELECT CAST(value AS BINARY) AS line, input_file_block_start() AS block FROM t0) WHERE block = 0 LIMIT ${sampleLines}`;
  const rows = await ask(overLines(query, [file]), signal);
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const { line } of rows) {
    lines.push(Buffer.from(line as Uint8Array));
    bytes += (line as Uint8Array).length;
    if (bytes > sampleBytes) break;
  }
  return lines;
}

function isUtf16([first]: readonly Buffer[]): boolean {
  return ['fffe', 'feff'].includes(first?.subarray(0, 2).toString('hex') ?? '');
}

function headerLine([first]: readonly Buffer[]): string {
  return (first ?? Buffer.alloc(0)).toString().replace(/\r$/, '');
}

/** By the same rules as every other file: they read the lines as a file of their own. */
async function readFirstLines(
  lines: readonly Buffer[],
  {
    first,
    options,
    signal,
  }: {
    readonly first: DataFile;
    readonly options: ReturnType<typeof readGivenOptions>;
    readonly signal: AbortSignal;
  },
): Promise<HeaderReading> {
  const folder = await mkdtemp(join(tmpdir(), 'pathql-head-'));
  try {
    const path = join(folder, 'head.csv');
    const parts = lines.flatMap((line) => [line, Buffer.from('\n')]);
    await writeFile(path, Buffer.concat(parts), { mode: 0o600 });
    const { shownPath } = first;
    const reading = await readHeader({ path, shownPath }, options, signal);
    assertLineWise(reading, lines, shownPath);
    return reading;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function assertLineWise(
  { dialect, lineEnd, fields }: HeaderReading,
  lines: readonly Buffer[],
  shownPath: string,
): void {
  const { encoding, delimiter, skippedLines } = dialect;
  const own = splitLine(headerLine(lines), delimiter);
  const isSame = own?.slice(0, fields.length).every((text, i) => text === fields[i]) === true;
  const fault =
    encoding !== 'utf-8'
      ? `the encoding ${encoding}`
      : lineEnd === '\r'
        ? 'lines that end in CR'
        : skippedLines > 0
          ? 'lines before its header'
          : isSame
            ? null
            : 'a header in more than one line, or with spaces around quotes';
  if (fault !== null) throw fileNotOnSpark(shownPath, fault);
}

/** The narrowest type of each column in these records. Each is split once: there may be thousands of columns. */
function guessTypes(
  records: readonly Buffer[],
  { delimiter, width }: Pick<LineSyntax, 'delimiter' | 'width'>,
): ExactType[] {
  const types: TextTypes[] = Array.from({ length: width }, () => everyType);
  for (const record of records) {
    const fields = splitLine(record.toString().replace(/\r$/, ''), delimiter) ?? [];
    for (const [position, before] of types.entries()) {
      const text = fields[position] ?? '';
      if (text !== '') types[position] = commonTypes(before, typesOfText(text, before.bits));
    }
  }
  return types.map(narrowestType);
}
