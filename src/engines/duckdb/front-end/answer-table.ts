// Takes the rows of an answer into a table of DuckDB, which then writes them in every format as it writes its own.
import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDateValue,
  type DuckDBDecimalType,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  INTEGER,
} from '@duckdb/node-api';
import { identifier } from '../../../text/sql-text.ts';
import type { ResultColumn } from '../result/column-kinds.ts';
import type { RawBatch, RawValue } from './raw-batch.ts';

/** As many as DuckDB takes at a time. */
const rowsOfChunk = 2_048;
const table = 'pathql_answer';

export class AnswerTable {
  readonly #connection: DuckDBConnection;
  readonly #columns: readonly ResultColumn[];
  #appender: DuckDBAppender | null = null;
  #rowCount = 0;

  constructor(connection: DuckDBConnection, columns: readonly ResultColumn[]) {
    this.#connection = connection;
    this.#columns = columns;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** SELECT of all rows, in the order they came. A column without any value has no type again. */
  get sql(): string {
    const list = this.#columns.map(({ name, type }, i) => {
      const value = type.typeId === DuckDBTypeId.SQLNULL ? 'NULL' : `c${i}`;
      return `${value} AS ${identifier(name)}`;
    });
    return `SELECT ${list.join(', ')} FROM temp.main.${table}`;
  }

  async open(): Promise<void> {
    const columns = this.#columns.map(({ type }, i) => `c${i} ${storedType(type)}`);
    await this.#connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${columns.join(', ')})`);
    this.#appender = await this.#connection.createAppender(table, 'main', 'temp');
  }

  add({ rowCount, columns }: RawBatch): void {
    if (columns.length !== this.#columns.length)
      throw new Error('An answer has other columns than its plan');
    const types = this.#columns.map(({ type }) => storedType(type));
    const converted = this.#columns.map(({ type }, i) => {
      const { type: found, values } = columns[i] as RawBatch['columns'][number];
      return { convert: converterOf(type, found), values };
    });
    for (let from = 0; from < rowCount; from += rowsOfChunk) {
      const count = Math.min(rowsOfChunk, rowCount - from);
      const chunk = DuckDBDataChunk.create(types, count);
      for (const [index, { convert, values }] of converted.entries()) {
        chunk.setColumnValues(index, values.slice(from, from + count).map(convert));
      }
      this.#appender?.appendDataChunk(chunk);
    }
    this.#rowCount += rowCount;
  }

  /** All rows are there. */
  complete(): void {
    this.#appender?.closeSync();
    this.#appender = null;
  }

  async drop(): Promise<void> {
    this.#appender?.closeSync();
    this.#appender = null;
    await this.#connection.run(`DROP TABLE IF EXISTS temp.main.${table}`);
  }
}

type Convert = (value: RawValue) => DuckDBValue;

interface Conversion {
  /** How the values must come. */
  readonly raw: (type: DuckDBType) => string;
  readonly convert: (value: never, type: DuckDBType) => DuckDBValue;
}

const asItIs = (raw: string): Conversion => ({ raw: () => raw, convert: (value) => value });

const conversions: Readonly<Partial<Record<DuckDBTypeId, Conversion>>> = {
  [DuckDBTypeId.BOOLEAN]: asItIs('Bool'),
  [DuckDBTypeId.TINYINT]: asItIs('Int8'),
  [DuckDBTypeId.SMALLINT]: asItIs('Int16'),
  [DuckDBTypeId.INTEGER]: asItIs('Int32'),
  [DuckDBTypeId.BIGINT]: asItIs('Int64'),
  [DuckDBTypeId.HUGEINT]: asItIs('Decimal(38,0)'),
  [DuckDBTypeId.FLOAT]: asItIs('Float32'),
  [DuckDBTypeId.DOUBLE]: asItIs('Float64'),
  [DuckDBTypeId.VARCHAR]: asItIs('Utf8'),
  [DuckDBTypeId.DECIMAL]: {
    raw: (type) => {
      const { width, scale } = type as DuckDBDecimalType;
      return `Decimal(${width},${scale})`;
    },
    convert: (value: bigint, type) => {
      const { width, scale } = type as DuckDBDecimalType;
      return new DuckDBDecimalValue(value, width, scale);
    },
  },
  [DuckDBTypeId.DATE]: {
    raw: () => 'Date',
    convert: (days: number) => new DuckDBDateValue(days),
  },
  [DuckDBTypeId.TIMESTAMP]: {
    raw: () => 'Timestamp',
    convert: (micros: bigint) => new DuckDBTimestampValue(micros),
  },
  [DuckDBTypeId.TIMESTAMP_TZ]: {
    raw: () => 'TimestampUtc',
    convert: (micros: bigint) => new DuckDBTimestampTZValue(micros),
  },
};

/** Whatever is not of the type that the plan promised would be a wrong value. */
function converterOf(type: DuckDBType, found: string): Convert {
  if (type.typeId === DuckDBTypeId.SQLNULL) return () => null;
  const conversion = conversions[type.typeId];
  const expected = conversion?.raw(type);
  if (conversion === undefined || expected !== found) {
    throw new Error(`An answer has ${found} in a column of the type ${type}`);
  }
  return (value) => (value === null ? null : conversion.convert(value as never, type));
}

/** There is no column of the type of NULL. */
function storedType(type: DuckDBType): DuckDBType {
  return type.typeId === DuckDBTypeId.SQLNULL ? INTEGER : type;
}
