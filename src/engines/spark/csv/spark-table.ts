// Reads the columns of inspected files as a table on the cluster, with types that are proven when they are used.
import type { DataFile } from '../../../files/resolve-path.ts';
import type { ExactType } from '../../../kinds/shared/types/exact-types.ts';
import type { TableColumn } from '../../../kinds/shared/types/table-column.ts';
import type { AskCluster } from '../files/cluster-listing.ts';
import { notOnSpark } from '../plan/plan-node.ts';
import { exactValueSql } from './exact-types.ts';
import { overLines } from './inspect-files.ts';
import { proveTypes } from './prove-types.ts';
import { fieldSql, fieldsSql, type LineSyntax, recordLinesSql } from './record-lines.ts';

/** Planning 9,000 took Spark ten seconds of a processor. */
const mostRead = 2_000;
/** More are read as arrays, one for each type: Spark compiles each column of its own, which takes longer than to read it. */
const mostCompiled = 50;

export class SparkTable {
  readonly files: readonly DataFile[];
  readonly rowCount: number;
  readonly warnings: readonly string[];
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
    this.warnings = parts.warnings;
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
    if (positions.length > mostRead) {
      throw tooManyColumns(positions.length);
    }
    // Rows are counted without a look into them.
    if (positions.length === 0) return `SELECT 0 FROM (${recordLinesSql(this.#syntax, relation)})`;
    const values =
      positions.length > mostCompiled
        ? this.#valuesOfArraysSql(positions)
        : this.#compiledValuesSql(positions);
    return `${values} FROM (${fieldsSql(this.#syntax, relation)}))`;
  }

  #compiledValuesSql(positions: readonly number[]): string {
    const texts = positions.map((position, i) => `${fieldSql(this.#syntax, position)} AS s${i}`);
    const values = positions.map((position, i) => exactValueSql(`s${i}`, this.#typeAt(position)));
    return `SELECT ${values.join(', ')} FROM (SELECT ${texts.join(', ')}`;
  }

  #valuesOfArraysSql(positions: readonly number[]): string {
    const arrays = new Map<string, { readonly value: string; readonly positions: number[] }>();
    const text = `(${fieldSql(this.#syntax, 'position')})`;
    const values = positions.map((position) => {
      const value = exactValueSql(text, this.#typeAt(position));
      const array = arrays.get(value) ?? { value, positions: [] };
      arrays.set(value, array);
      return `get(a${[...arrays.keys()].indexOf(value)}, ${array.positions.push(position) - 1})`;
    });
    const lists = [...arrays.values()].map(({ value, positions }, i) => {
      return `transform(array(${positions.join(', ')}), position -> ${value}) AS a${i}`;
    });
    return `SELECT ${values.join(', ')} FROM (SELECT ${lists.join(', ')}`;
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
    const guesses = open.map((position) => this.#typeAt(position));
    const records = `(${this.#textArraysSql(open)})`;
    const found = await proveTypes(guesses, {
      ask: (select) => ask(overLines(select(records), this.files), signal),
    });
    for (const [index, position] of open.entries()) {
      const before = this.#typeAt(position);
      const type = found[index] as ExactType;
      if (before.name !== type.name || before.scale !== type.scale) this.#revision += 1;
      this.#types[position] = type;
      this.#isProven[position] = true;
    }
  }

  #typeAt(position: number): ExactType {
    return this.#types[position] as ExactType;
  }

  /** SELECT of the texts of fields as one array. */
  #textArraysSql(positions: readonly number[]): string {
    const text = fieldSql(this.#syntax, 'position');
    const texts = `transform(array(${positions.join(', ')}), position -> ${text})`;
    return `SELECT ${texts} AS texts FROM (${fieldsSql(this.#syntax, 't0')})`;
  }
}

function tooManyColumns(count: number): Error {
  return notOnSpark(`A query that reads ${count} columns of a file (at most ${mostRead})`);
}

export interface TableParts {
  readonly files: readonly DataFile[];
  readonly names: readonly string[];
  readonly syntax: LineSyntax;
  readonly types: readonly ExactType[];
  /** The query said so. */
  readonly areTexts: boolean;
  readonly rowCount: number;
  /** A sentence for each. */
  readonly warnings: readonly string[];
}
