// Names the type of a column as SQL does: JSON, which the binding calls VARCHAR, too.
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBUnionType,
} from '@duckdb/node-api';
import { identifier } from '../../../text/sql-text.ts';
import { isJson } from './json-text.ts';

export function typeName(type: DuckDBType): string {
  if (isJson(type)) return 'JSON';
  if (type instanceof DuckDBListType) return `${typeName(type.valueType)}[]`;
  if (type instanceof DuckDBArrayType) return `${typeName(type.valueType)}[${type.length}]`;
  if (type instanceof DuckDBMapType) {
    return `MAP(${typeName(type.keyType)}, ${typeName(type.valueType)})`;
  }
  if (type instanceof DuckDBStructType)
    return membersName('STRUCT', type.entryNames, type.entryTypes);
  if (type instanceof DuckDBUnionType)
    return membersName('UNION', type.memberTags, type.memberTypes);
  return String(type);
}

function membersName(kind: string, names: readonly string[], types: readonly DuckDBType[]): string {
  const members = types.map((type, i) => `${identifier(names[i] ?? '')} ${typeName(type)}`);
  return `${kind}(${members.join(', ')})`;
}
