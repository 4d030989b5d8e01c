// Makes questions to a file whose answers follow from what the independent reader found.
import { canonicalNumber } from './canonical-number.ts';
import type { Column } from './independent-reader.ts';
import type { Value } from './independent-types.ts';
import type { Random } from './random.ts';
import type { ReadOptions } from './read-options.ts';

export interface Question {
  readonly kind: keyof typeof makers;
  readonly sql: string;
  readonly columns: readonly string[] | undefined;
  readonly rows: readonly (readonly Value[])[];
  /** Rows of the files that have to be read, or undefined where the query may stop early. */
  readonly scanned: number | undefined;
}

export interface FoundTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
}

interface Made {
  readonly sql: string;
  readonly columns?: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  readonly scanned?: number;
}

interface Request extends FoundTable {
  readonly from: string;
  readonly random: Random;
}

const makers = {
  everything: ({ from, columns, rows }: Request): Made => ({
    sql: `SELECT * FROM ${from}`,
    columns: columns.map(({ name }) => name),
    rows,
    scanned: rows.length,
  }),
  types: ({ from, columns }: Request): Made => ({
    sql: `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${from})`,
    rows: columns.map(({ name, type }) => [`$${name}`, `$${describedType(type)}`]),
  }),
  'one column': (request: Request): Made => {
    const { name, index } = pickColumn(request);
    return {
      sql: `SELECT ${quoted(name)} FROM ${request.from}`,
      columns: [name],
      rows: request.rows.map((row) => [row[index] ?? null]),
      scanned: request.rows.length,
    };
  },
  count: (request: Request): Made => {
    const { name, index } = pickColumn(request);
    const present = request.rows.filter((row) => row[index] !== null).length;
    return {
      sql: `SELECT count(*), count(${quoted(name)}) FROM ${request.from}`,
      rows: [[number(request.rows.length), number(present)]],
      scanned: request.rows.length,
    };
  },
  filter: (request: Request): Made => {
    const { name, index } = pickColumn(request);
    const values = request.rows.map((row) => row[index] ?? null);
    const value = values.length > 0 ? request.random.pick(values) : null;
    const sql = `SELECT * FROM ${request.from} WHERE ${quoted(name)}`;
    return {
      sql: value === null ? `${sql} IS NULL` : `${sql} = ${literal(value, request.columns[index])}`,
      columns: request.columns.map((column) => column.name),
      rows: request.rows.filter((row) => key(row[index] ?? null) === key(value)),
    };
  },
  limit: (request: Request): Made => {
    const count = request.random.below(request.rows.length + 2);
    return {
      sql: `SELECT * FROM ${request.from} LIMIT ${count}`,
      columns: request.columns.map(({ name }) => name),
      rows: request.rows.slice(0, count),
    };
  },
  order: (request: Request): Made => {
    const { name, index } = pickColumn(request);
    const count = request.random.below(request.rows.length + 2);
    const keys = request.rows.map((row) => row[index] ?? null);
    const isText = request.columns[index]?.type === 'VARCHAR';
    if (!isText) return makers['one column'](request);
    const present = keys
      .filter((value) => value !== null)
      .map((value) => Buffer.from(String(value)));
    const sorted: Value[] = present.sort(Buffer.compare).map((bytes) => bytes.toString());
    const all = [...sorted, ...keys.filter((value) => value === null)];
    return {
      sql: `SELECT ${quoted(name)} FROM ${request.from} ORDER BY 1 NULLS LAST LIMIT ${count}`,
      rows: all.slice(0, count).map((value) => [value]),
    };
  },
  join: (request: Request): Made => {
    const { name, index } = pickColumn(request);
    const counts = new Map<string, bigint>();
    for (const row of request.rows) {
      const value = row[index] ?? null;
      if (value !== null) counts.set(key(value), (counts.get(key(value)) ?? 0n) + 1n);
    }
    const pairs = [...counts.values()].reduce((sum, count) => sum + count * count, 0n);
    const on = `a.${quoted(name)} = b.${quoted(name)}`;
    return {
      sql: `SELECT count(*) FROM ${request.from} a JOIN ${request.from} b ON ${on}`,
      rows: [[number(pairs)]],
    };
  },
  groups: (request: Request): Made => {
    const { name, index } = pickColumn(request);
    const distinct = new Set(request.rows.map((row) => key(row[index] ?? null)));
    return {
      sql: `SELECT count(*) FROM (SELECT DISTINCT ${quoted(name)} FROM ${request.from})`,
      rows: [[number(distinct.size)]],
    };
  },
};

export type QuestionKind = keyof typeof makers;
const kinds = Object.keys(makers) as QuestionKind[];

export function makeQuestion(request: Request, kind = request.random.pick(kinds)): Question {
  return { kind, columns: undefined, scanned: undefined, ...makers[kind](request) };
}

/** The table as a query names it. */
export function fromOf(path: string, options: ReadOptions): string {
  const given = Object.entries(options).map(([name, value]) => `${name}=${constant(value)}`);
  if (given.length === 0) return text(path);
  return `read_csv(${[text(path), ...given].join(', ')})`;
}

function constant(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(constant).join(', ')}]`;
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, item]) => `${text(name)}: ${constant(item)}`);
  return `{${entries.join(', ')}}`;
}

/** What DESCRIBE calls a type; a column without any value has none, and is called INTEGER. */
function describedType(type: string | null): string {
  if (type === 'TIMESTAMPTZ') return 'TIMESTAMP WITH TIME ZONE';
  if (type === 'TIMETZ') return 'TIME WITH TIME ZONE';
  return type ?? 'INTEGER';
}

function pickColumn({ columns, random }: Request): { name: string; index: number } {
  const index = random.below(columns.length);
  return { name: columns[index]?.name ?? '', index };
}

function literal(value: string | boolean, column: Column | undefined): string {
  if (typeof value === 'boolean') return String(value);
  if (column?.type === 'DOUBLE') return `'${value.slice(1)}'::DOUBLE`;
  if (value.startsWith('#')) return `'${plainNumber(value.slice(1))}'::${column?.type}`;
  return column?.type === 'VARCHAR' ? text(value.slice(1)) : `'${value.slice(1)}'::${column?.type}`;
}

function number(value: number | bigint): Value {
  return `#${canonicalNumber(String(value))}`;
}

/** Without an exponent. */
function plainNumber(canonical: string): string {
  const [, sign = '', digits = '', power = '0'] = /^(-?)(\d+)(?:e(-?\d+))?$/.exec(canonical) ?? [];
  if (Number(power) >= 0) return sign + digits + '0'.repeat(Number(power));
  const padded = digits.padStart(1 - Number(power), '0');
  return `${sign}${padded.slice(0, Number(power))}.${padded.slice(Number(power))}`;
}

/** Equal for equal values. */
function key(value: Value): string {
  return JSON.stringify(value === '#-0' ? '#0' : value);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function text(content: string): string {
  return `'${content.replaceAll("'", "''")}'`;
}
