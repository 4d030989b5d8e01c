// Tells an assistant what GET /api/v1/schema tells, but only what fits: fewer columns, and the beginning of long texts.
import type { Value } from '../client/read-json.ts';
import { writeJson } from '../client/write-json.ts';
import { exactRows } from '../formats/exact-rows.ts';
import { hasOrder } from '../query/has-order.ts';
import { tableReference, throwInTable } from '../sql/text/table-reference.ts';
import { identifier } from '../text/sql-text.ts';
import { afterColumn, columnCount, columnsAfter, nextColumns } from './column-pages.ts';
import type { Tool, ToolCaller } from './tool.ts';

/** More do not fit into an answer anyway. */
const mostColumns = 500;
const mostTextLength = 200;

export const schemaTool: Tool = {
  title: 'Show the columns of a file',
  description: `Shows the columns of a file: name, type, whether there are NULLs, least and greatest value, and how many rows there are. All rows are read. Texts of more than ${mostTextLength} characters are shortened, and end with "…".`,
  parameters: {
    path: {
      type: 'string',
      description:
        "a path or pattern, such as data/users.csv or logs/*.csv, or sniff's call of read_csv",
    },
    after: afterColumn,
  },
  run: async (values, caller) => {
    const path = values.text('path');
    const table = tableReference(path);
    const described = await ask(caller, `DESCRIBE SELECT * FROM ${table}`).catch(
      throwInTable(table),
    );
    const all = described.map(([name, type]) => ({ name: `${name}`, type: `${type}` }));
    const rest = columnsAfter(values.textOrUndefined('after'), all);
    const known = rest.slice(0, mostColumns);
    const facts = ['count(*)', ...known.map(columnFacts)];
    const [row = []] = await ask(caller, `SELECT ${facts.join(', ')} FROM ${table}`);
    const [rowCount = 0, ...cells] = row;
    const columns = known.map(({ name, type }, i) => {
      const [present = 0, min = null, max = null] = cells.slice(3 * i, 3 * i + 3);
      const hasNulls = String(present) !== String(rowCount);
      return writeJson({ name, type, has_nulls: hasNulls, min: short(min), max: short(max) });
    });
    const write = (some: readonly string[]) =>
      `{"columns":[${some.join(',')}],"row_count":${rowCount}}`;
    const count = columnCount(columns, write([]));
    const document = write(columns.slice(0, count));
    if (count === rest.length) return [document];
    return [document, nextColumns('schema', path, known.slice(0, count))];
  },
};

/** A value of another type may be as long as a file. */
const shortTypes = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|DOUBLE|FLOAT|DECIMAL|DATE|TIME|BOOLEAN)/;

function columnFacts({ name, type }: { readonly name: string; readonly type: string }): string {
  const column = identifier(name);
  const begin = (value: string) =>
    shortTypes.test(type) ? value : `left(${value}::VARCHAR, ${mostTextLength + 1})`;
  const ends = [`min(${column})`, `max(${column})`].map(begin);
  return [`count(${column})`, ...(hasOrder(type) ? ends : ['NULL', 'NULL'])].join(', ');
}

async function ask(
  { engine, ...reach }: ToolCaller,
  sql: string,
): Promise<readonly (readonly Value[])[]> {
  return exactRows(await engine.answer({ ...reach, sql, layout: 'json-array' }));
}

function short(value: Value): Value {
  if (typeof value !== 'string') return value;
  const characters = Array.from(value);
  if (characters.length <= mostTextLength) return value;
  return `${characters.slice(0, mostTextLength).join('')}…`;
}
