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

/** Planning more in one pass over the rows took Spark minutes, and memory until its server ended. */
const provenInOnePass = 50;
/** In passes of a second and more. */
const mostProven = 1_000;
const mostRead = 200;

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
    if (positions.length > mostRead) {
      throw tooManyColumns('that reads', positions.length, mostRead);
    }
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
    if (open.length > mostProven) {
      throw tooManyColumns('for which types have to be found in', open.length, mostProven);
    }
    for (let from = 0; from < open.length; from += provenInOnePass) {
      await this.#proveSome(open.slice(from, from + provenInOnePass), ask, signal);
    }
  }

  async #proveSome(open: readonly number[], ask: AskCluster, signal: AbortSignal): Promise<void> {
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

function tooManyColumns(what: string, count: number, most: number): Error {
  return notOnSpark(`A query ${what} ${count} columns of a file (at most ${most})`);
}

export interface TableParts {
  readonly files: readonly DataFile[];
  readonly names: readonly string[];
  readonly syntax: LineSyntax;
  readonly types: readonly ExactType[];
  /** The query said so. */
  readonly areTexts: boolean;
  readonly rowCount: number;
}
