// Makes what collects the values of a column of an Arrow type.
import { DataType } from 'apache-arrow';
import type { ColumnBuilder } from './column-builder.ts';
import { BooleanBuilder, DecimalBuilder, NumberBuilder } from './fixed-builders.ts';
import { ArrayBuilder, ListBuilder, StructBuilder } from './nested-builders.ts';
import { TextBuilder } from './text-builder.ts';

export function makeColumnBuilder(type: DataType): ColumnBuilder {
  if (DataType.isUtf8(type) || DataType.isBinary(type)) return new TextBuilder(type);
  if (DataType.isBool(type)) return new BooleanBuilder(type);
  if (DataType.isDecimal(type)) return new DecimalBuilder(type);
  const items = (type.children ?? []).map((field) => makeColumnBuilder(field.type));
  const [item] = items;
  if (DataType.isStruct(type)) return new StructBuilder(type, items);
  if (item === undefined) return new NumberBuilder(type);
  if (DataType.isFixedSizeList(type)) return new ArrayBuilder(type, item);
  return new ListBuilder(type, item);
}
