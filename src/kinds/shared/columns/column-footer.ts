// Writes the footer of a column file, which is a Parquet file: https://github.com/apache/parquet-format
import { encodings, type RowGroup } from './column-pages.ts';
import type { StoredForm } from './stored-form.ts';
import { ThriftWriter } from './thrift-writer.ts';

export const magic = Buffer.from('PAR1');

/** As parquet.thrift numbers physical types. */
const physicalTypes: Readonly<Record<StoredForm, number>> = {
  boolean: 0,
  bigint: 2,
  double: 5,
  date: 1,
  timestamp: 2,
  timestamptz: 2,
  text: 6,
};

const optional = 1;
const utf8 = 0;
const day = 6;

export function columnName(position: number): string {
  return `c${position}`;
}

export function columnFooter(forms: readonly StoredForm[], groups: readonly RowGroup[]): Buffer {
  const writer = new ThriftWriter();
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  writer.element((file) => {
    file.i32(1, 2).structs(2, forms.length + 1, (element, index) => {
      const form = forms[index - 1];
      if (form === undefined) element.binary(4, 'schema').i32(5, forms.length);
      else writeColumn(element, form, index - 1);
    });
    file.i64(3, rows).structs(4, groups.length, (element, index) => {
      writeGroup(element, groups[index] as RowGroup, forms);
    });
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(writer.bytes.length);
  return Buffer.concat([writer.bytes, length, magic]);
}

function writeColumn(element: ThriftWriter, form: StoredForm, position: number): void {
  element.i32(1, physicalTypes[form]).i32(3, optional).binary(4, columnName(position));
  if (form === 'text') element.i32(6, utf8);
  else if (form === 'date') element.i32(6, day);
  else if (form === 'timestamp' || form === 'timestamptz') writeTimestamp(element, form);
}

function writeTimestamp(element: ThriftWriter, form: StoredForm): void {
  const microseconds = 2;
  const timestamp = 8;
  element.struct(10, (logical) =>
    logical.struct(timestamp, (own) =>
      own
        .boolean(1, form === 'timestamptz')
        .struct(2, (unit) => unit.struct(microseconds, () => {})),
    ),
  );
}

function writeGroup(element: ThriftWriter, group: RowGroup, forms: readonly StoredForm[]): void {
  const bytes = group.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  element
    .structs(1, group.chunks.length, (chunk, index) => writeChunk(chunk, group, index, forms))
    .i64(2, bytes)
    .i64(3, group.rows);
}

function writeChunk(
  element: ThriftWriter,
  { rows, chunks }: RowGroup,
  index: number,
  forms: readonly StoredForm[],
): void {
  const chunk = chunks[index];
  const form = forms[index];
  if (chunk === undefined || form === undefined) throw new Error(`No column ${index}`);
  const { dictionaryAt, dataAt, bytes, nulls } = chunk;
  const encoding = dictionaryAt === null ? encodings.plain : encodings.dictionary;
  element.i64(2, dictionaryAt ?? dataAt).struct(3, (own) => {
    own
      .i32(1, physicalTypes[form])
      .i32s(2, [encoding, encodings.rle])
      .binaries(3, [columnName(index)])
      .i32(4, 0)
      .i64(5, rows)
      .i64(6, bytes)
      .i64(7, bytes)
      .i64(9, dataAt);
    if (dictionaryAt !== null) own.i64(11, dictionaryAt);
    own.struct(12, (statistics) => statistics.i64(3, nulls));
  });
}
