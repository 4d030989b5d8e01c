// Writes SQL expressions that give the text of a result row: the one definition behind every output.
import type { DuckDBType } from '@duckdb/node-api';
import { objectKeys } from '../../../formats/object-keys.ts';
import type { RowLayout } from '../../../query/layouts.ts';
import { literal } from '../../../text/sql-text.ts';
import { columnKind, type ResultColumn } from './column-kinds.ts';
import { isNative, isNested, jsonText, nativeValue, plainText } from './json-text.ts';

/**
 * A VARCHAR expression that holds one row of `columns`, which are named c0, c1, … where it stands.
 * Objects are flat: lists and structs are JSON text in them.
 */
export function rowExpression(columns: readonly ResultColumn[], layout: RowLayout): string {
  return writers[layout](columns);
}

const writers: Readonly<Record<RowLayout, (columns: readonly ResultColumn[]) => string>> = {
  'json-array': (columns) => {
    if (columns.every(({ type }) => isNative(type))) {
      return `json_array(${columns.map(({ type }, i) => nativeValue(`c${i}`, type)).join(', ')})::VARCHAR`;
    }
    return joined(
      '[',
      columns.map(({ type }, i) => jsonText(`c${i}`, type)),
      ']',
    );
  },
  'json-object': (columns) => {
    const keys = objectKeys(columns);
    if (columns.every(({ type }) => isNative(type) || isNested(type))) {
      const members = columns.map(
        ({ type }, i) => `${literal(keys[i] ?? '')}, ${flatValue(`c${i}`, type)}`,
      );
      return `json_object(${members.join(', ')})::VARCHAR`;
    }
    const members = columns.map(
      ({ type }, i) => `${literal(`${JSON.stringify(keys[i])}:`)}, ${flatText(`c${i}`, type)}`,
    );
    return joined('{', members, '}');
  },
  'json-nested': (columns) => {
    const members = objectKeys(columns).map((key, i) => {
      const { type } = columns[i] as ResultColumn;
      return `${literal(`${JSON.stringify(key)}:`)}, ${jsonText(`c${i}`, type)}`;
    });
    return joined('{', members, '}');
  },
  csv: (columns) => record(columns, ','),
  tsv: (columns) => record(columns, '\t'),
  texts: (columns) =>
    `json_array(${columns.map(({ type }, i) => plainText(`c${i}`, type)).join(', ')})::VARCHAR`,
};

function record(columns: readonly ResultColumn[], delimiter: string): string {
  const fields = columns.map(({ type }, i) => field(`c${i}`, type, delimiter));
  return joined('', fields, '', delimiter);
}

/** One call of concat copies each part once, where a chain of || would copy all before it again and again. */
function joined(start: string, parts: readonly string[], end: string, delimiter = ','): string {
  return `concat('${start}', ${parts.join(`, '${delimiter}', `)}, '${end}')`;
}

function flatValue(column: string, type: DuckDBType): string {
  return isNested(type) ? plainText(column, type) : nativeValue(column, type);
}

function flatText(column: string, type: DuckDBType): string {
  if (!isNested(type)) return jsonText(column, type);
  return `coalesce(to_json(${plainText(column, type)})::VARCHAR, 'null')`;
}

function field(value: string, type: DuckDBType, delimiter: string): string {
  const text = plainText(value, type);
  return `coalesce(${columnKind(type) === 'text' ? quoted(text, delimiter) : text}, '')`;
}

/** Quoted only where a reader needs it; an empty text is "" so that it differs from NULL. */
function quoted(text: string, delimiter: string): string {
  const special = [delimiter, '"', '\n', '\r'].map(
    (mark) => `contains(${text}, chr(${mark.charCodeAt(0)}))`,
  );
  return `CASE WHEN ${text} = '' OR ${special.join(' OR ')} THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`;
}
