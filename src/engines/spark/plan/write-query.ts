// Writes a bound plan as one Spark SQL query: a common table for each operator, whose columns are c0, c1, ….
import { assertKnownFields } from './known-fields.ts';
import { operators } from './operators.ts';
import { notOnSpark, type PlanNode, textIn } from './plan-node.ts';
import { assertStable, type Step, type StepInputs, type StepWriter } from './query-step.ts';

export interface WrittenQuery {
  /** Reads `t0`, `t1`, …: one for each of `scans`, in their order. */
  readonly sql: string;
  readonly scans: readonly Scan[];
}

/** A mention of a table in the plan, with the columns it needs, by position. */
export interface Scan {
  readonly table: number;
  readonly columns: readonly number[];
}

export interface QueryTables {
  /** Which table a scan of this name reads; undefined: none. */
  indexOf(name: unknown): number | undefined;
  /** SELECT of the columns of a scan, in their order, from the relation that has this alias. */
  selectSql(scan: Scan, alias: string): string;
}

/** Planning takes Spark a second and more beyond these. */
const maxSize = 3_000;
const maxSqlLength = 4_000_000;

export function writeQuery(plan: PlanNode, tables: QueryTables): WrittenQuery {
  const writer = new QueryWriter(tables);
  const last = writer.step(plan);
  const sql = `WITH ${writer.steps.join(',\n')}\nSELECT * FROM ${last.name}`;
  if (sql.length > maxSqlLength) throw tooLarge();
  return { sql, scans: writer.scans };
}

function tooLarge(): Error {
  return notOnSpark('A query of so many parts');
}

class QueryWriter implements StepWriter {
  readonly steps: string[] = [];
  readonly scans: Scan[] = [];
  readonly #tables: QueryTables;
  readonly #commonTables = new Map<number, Step>();
  readonly #mentioned = new Set<Step>();
  /** Innermost last. */
  readonly #outerValues: Step[] = [];

  constructor(tables: QueryTables) {
    this.#tables = tables;
  }

  step(node: PlanNode): Step {
    const type = textIn(node, 'type');
    const write = Object.hasOwn(operators, type) ? operators[type] : undefined;
    if (write === undefined) throw notOnSpark(operatorWords(type));
    const step = write(node, this);
    assertKnownFields(node, type);
    return step;
  }

  add(sql: string, width: number, { inputs, isStable = true }: StepInputs): Step {
    const size = inputs.reduce((sum, input) => sum + input.size, 1);
    if (size > maxSize) throw tooLarge();
    const name = `n${this.steps.length}`;
    const columns = Array.from({ length: width }, (_, i) => `c${i}`).join(', ');
    this.steps.push(`${name} (${columns}) AS (${sql})`);
    return { name, width, size, isStable: isStable && inputs.every((input) => input.isStable) };
  }

  scan(name: unknown, columns: readonly number[]): Step {
    const table = this.#tables.indexOf(name);
    if (table === undefined) throw notOnSpark(`The table function ${String(name)}`);
    const scan = { table, columns };
    const alias = `t${this.scans.length}`;
    this.scans.push(scan);
    return this.add(this.#tables.selectSql(scan, alias), Math.max(1, columns.length), {
      inputs: [],
    });
  }

  define(index: number, step: Step): void {
    this.#commonTables.set(index, step);
  }

  defined(index: number): Step {
    const step = this.#commonTables.get(index);
    if (step === undefined) throw notOnSpark('A recursive common table');
    if (this.#mentioned.has(step)) assertStable(step);
    this.#mentioned.add(step);
    return step;
  }

  within(outerValues: Step, write: () => Step): Step {
    this.#outerValues.push(outerValues);
    try {
      return write();
    } finally {
      this.#outerValues.pop();
    }
  }

  outerValues(): Step {
    const values = this.#outerValues.at(-1);
    if (values === undefined) throw new Error('The plan has outer values outside of a join');
    return values;
  }
}

function operatorWords(type: string): string {
  const words = type
    .replace(/^LOGICAL_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return `A query with the operator ${words}`;
}
