// Inspects times in Parquet columns that engines would bend: with nanoseconds where they read microseconds, or beyond the range.
import { type FileMetaData, parquetRead, type SchemaElement } from 'hyparquet';
import type { PathqlError } from '../../errors.ts';
import { AvoidableError } from '../shared/avoidable-error.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { CheckedFile } from './check-pages.ts';
import { decompressors } from './decompressors.ts';
import { parquetFault } from './parquet-fault.ts';

export interface TimeCheck {
  /** Of the values to inspect. */
  readonly paths: ReadonlySet<string>;
  /** Nanoseconds may be cut off: only the range counts. */
  readonly truncateNanoseconds: boolean;
}

/** Rejects with file_invalid where a value would be bent. */
export async function checkTimes(
  { file, bytes, footer }: CheckedFile,
  { paths, truncateNanoseconds }: TimeCheck,
): Promise<void> {
  const columns = columnsAt(footer, paths);
  if (columns.length === 0) return;
  const metadata = withInt96AsBytes(footer);
  const reading = { file: bytes, metadata, columns, parsers, utf8: false };
  const compressors = await decompressors();
  let rowStart = 0;
  for (const { num_rows: rows } of footer.row_groups) {
    const rowEnd = rowStart + Number(rows);
    try {
      await parquetRead({
        ...{ ...reading, rowStart, rowEnd, compressors },
        onPage: ({ pathInSchema, columnData }) => {
          const path = pathInSchema.join('.');
          if (paths.has(path)) assertExact(columnData, { path, truncateNanoseconds });
        },
      });
    } catch (cause) {
      if (!(cause instanceof Error) || 'syscall' in cause) throw cause;
      if (cause instanceof NanosecondsFound) throw withNanoseconds(file, cause.message, cause);
      if (cause instanceof BentTime) throw parquetFault(file, cause.message, cause);
      if (truncateNanoseconds) return;
      throw withNanoseconds(file, 'may have nanoseconds, and they could not be looked for', cause);
    }
    rowStart = rowEnd;
  }
}

function columnsAt({ row_groups: groups }: FileMetaData, paths: ReadonlySet<string>): string[] {
  const names = groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data: chunk }) => {
      const path = chunk?.path_in_schema ?? [];
      return paths.has(path.join('.')) ? path.slice(0, 1) : [];
    }),
  );
  return [...new Set(names)];
}

/** The library bends an INT96 whose time of day is negative, as some programs write them. */
function withInt96AsBytes(footer: FileMetaData): FileMetaData {
  const bytes = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: int96Bytes } as const;
  const isInt96 = ({ type }: Pick<SchemaElement, 'type'>) => type === 'INT96';
  return {
    ...footer,
    schema: footer.schema.map((element) => (isInt96(element) ? { ...element, ...bytes } : element)),
    row_groups: footer.row_groups.map((group) => ({
      ...group,
      columns: group.columns.map((column) => {
        const { meta_data: chunk } = column;
        const isOther = chunk === undefined || chunk.type !== 'INT96';
        return isOther ? column : { ...column, meta_data: { ...chunk, type: bytes.type } };
      }),
    })),
  };
}

function withNanoseconds({ shownPath }: SourceFile, words: string, cause: Error): PathqlError {
  const wayOut = { words: 'To have them cut off', options: [{ truncate_nanoseconds: true }] };
  return new AvoidableError('file_invalid', `The file '${shownPath}' ${words}`, wayOut, cause);
}

class NanosecondsFound extends Error {}
class BentTime extends Error {}

interface ExactTime {
  readonly path: string;
  readonly truncateNanoseconds: boolean;
}

function assertExact(values: unknown, exact: ExactTime): void {
  if (typeof values === 'bigint') assertMicroseconds(values, exact);
  else if (values instanceof Uint8Array) assertInt96(values, exact);
  else if (Array.isArray(values) || values instanceof BigInt64Array) {
    for (const value of values) assertExact(value, exact);
  }
}

function assertMicroseconds(nanoseconds: bigint, { path, truncateNanoseconds }: ExactTime): void {
  if (truncateNanoseconds || nanoseconds % 1000n === 0n) return;
  throw new NanosecondsFound(
    `has nanoseconds in column '${path}': a time with a zone, a time of day or an INT96 is read with microseconds`,
  );
}

const int96Bytes = 12;
const julianDayOf1970 = 2_440_588;
const microsecondsPerDay = 86_400_000_000n;
/** Of a TIMESTAMP; what lies beyond becomes another time in silence. */
const [leastMicroseconds, mostMicroseconds] = [-9_223_372_022_400_000_000n, 2n ** 63n - 2n];

/** Nanoseconds of a day, which may be negative, and the day. */
function assertInt96(bytes: Uint8Array, exact: ExactTime): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nanoseconds = view.getBigInt64(0, true);
  assertMicroseconds(nanoseconds, exact);
  const days = BigInt(view.getInt32(8, true) - julianDayOf1970);
  const microseconds = days * microsecondsPerDay + nanoseconds / 1000n;
  if (microseconds >= leastMicroseconds && microseconds <= mostMicroseconds) return;
  throw new BentTime(
    `has a time in column '${exact.path}' that is beyond the range of TIMESTAMP: it cannot be read`,
  );
}

/** Values as they are. */
const parsers = { timestampFromNanoseconds: (nanos: bigint) => nanos as never };
