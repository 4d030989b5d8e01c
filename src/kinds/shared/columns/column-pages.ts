// Describes the pages of columns in a column file, and writes their headers.
import { ThriftWriter } from './thrift-writer.ts';

/** The records of a part of a file, column by column. */
export interface RowGroup {
  readonly rows: number;
  /** In the order of the file's columns. */
  readonly chunks: readonly ColumnChunk[];
}

/** The values of one column in one row group. */
export interface ColumnChunk {
  /** Bytes of the file before its page of different texts; null: it has none. */
  readonly dictionaryAt: number | null;
  /** Bytes of the file before its page of values. */
  readonly dataAt: number;
  /** Of its pages, their headers included. */
  readonly bytes: number;
  readonly nulls: number;
}

/** As parquet.thrift numbers them. */
const pageTypes = { data: 0, dictionary: 2 } as const;
export const encodings = { plain: 0, rle: 3, dictionary: 8 } as const;

export function dictionaryHeader(bytes: number, entries: number): Buffer {
  return pageHeader(pageTypes.dictionary, bytes, (header) => {
    header.struct(7, (own) => own.i32(1, entries).i32(2, encodings.plain));
  });
}

/** `rows`: those without a value included. */
export function dataHeader(bytes: number, rows: number, hasDictionary: boolean): Buffer {
  const encoding = hasDictionary ? encodings.dictionary : encodings.plain;
  return pageHeader(pageTypes.data, bytes, (header) => {
    header.struct(5, (own) =>
      own.i32(1, rows).i32(2, encoding).i32(3, encodings.rle).i32(4, encodings.rle),
    );
  });
}

function pageHeader(type: number, bytes: number, write: (header: ThriftWriter) => void): Buffer {
  const writer = new ThriftWriter();
  writer.element((header) => {
    header.i32(1, type).i32(2, bytes).i32(3, bytes);
    write(header);
  });
  return writer.bytes;
}
