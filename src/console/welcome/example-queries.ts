// Makes queries to begin with, over the first files that can be read.
import { fileStem } from '../../sql/text/read-path.ts';
import { nameInSql, pathInSql } from '../../sql/text/write-name.ts';
import type { FileColumn, FileColumns } from '../files/file-columns.ts';
import type { ServerFile } from '../query-server.ts';

export interface ExampleQuery {
  readonly title: string;
  readonly sql: string;
  readonly view: 'table' | 'chart';
}

interface KnownFile {
  readonly path: string;
  readonly stem: string;
  readonly columns: readonly FileColumn[];
}

const mostTried = 8;

export async function exampleQueries(
  files: readonly ServerFile[],
  columns: FileColumns,
): Promise<ExampleQuery[]> {
  const known: KnownFile[] = [];
  for (const file of likelyFirst(files).slice(0, mostTried)) {
    const found = await columns.of(file).catch(() => []);
    if (found.length > 0)
      known.push({ path: file.path, stem: fileStem(file.path), columns: found });
    if (known.length === 2) break;
  }
  const [first] = known;
  if (first === undefined) return [];
  return [look(first), chart(known) ?? summary(first), join(known) ?? summary(first)].filter(
    (query, index, all) => all.findIndex(({ sql }) => sql === query.sql) === index,
  );
}

/** A text may be anything, and it takes a while to find out how it could be read. */
function likelyFirst(files: readonly ServerFile[]): ServerFile[] {
  const isText = ({ path }: ServerFile) => /\.txt(?:\.\w+)?$/i.test(path);
  return [...files.filter((file) => !isText(file)), ...files.filter(isText)];
}

function look({ path }: KnownFile): ExampleQuery {
  const sql = `SELECT * FROM ${pathInSql(path)} LIMIT 100`;
  return { title: `Look into ${path}`, sql, view: 'table' };
}

function summary({ path }: KnownFile): ExampleQuery {
  const sql = `SUMMARIZE ${pathInSql(path)}`;
  return { title: `Summarize the columns of ${path}`, sql, view: 'table' };
}

/** An average by the last text column: names stand first, what groups them later. */
function chart(known: readonly KnownFile[]): ExampleQuery | undefined {
  for (const { path, columns } of known) {
    const group = columns.findLast(({ type }) => type === 'VARCHAR');
    const value = columns.find(isQuantity);
    if (group === undefined || value === undefined) continue;
    const [by, of] = [nameInSql(group.name), nameInSql(value.name)];
    const sql = `SELECT ${by}, AVG(${of})\nFROM ${pathInSql(path)}\nGROUP BY ${by}\nORDER BY 2 DESC\nLIMIT 20`;
    return { title: `Chart the average ${value.name} by ${group.name}`, sql, view: 'chart' };
  }
  return undefined;
}

/** Two files of which one names the rows of the other: user_id and users.csv. */
function join(known: readonly KnownFile[]): ExampleQuery | undefined {
  for (const many of known) {
    for (const one of known) {
      const link = many.columns.find(({ name }) => name === `${one.stem.replace(/s$/, '')}_id`);
      const value = many.columns.find(isQuantity);
      const label = one.columns.find(({ type }) => type === 'VARCHAR');
      const hasId = one.columns.some(({ name }) => name === 'id');
      if (many === one || !link || !value || !label || !hasId) continue;
      const sql = [
        `SELECT b.${nameInSql(label.name)}, COUNT(*) AS ${nameInSql(many.stem)}, SUM(a.${nameInSql(value.name)}) AS total`,
        `FROM ${pathInSql(many.path)} a`,
        `JOIN ${pathInSql(one.path)} b ON a.${nameInSql(link.name)} = b.id`,
        'GROUP BY ALL',
        'ORDER BY total DESC',
      ].join('\n');
      return { title: `Join ${many.stem} with ${one.stem}`, sql, view: 'table' };
    }
  }
  return undefined;
}

function isQuantity({ name, type }: FileColumn): boolean {
  return /INT|DECIMAL|DOUBLE|FLOAT/.test(type) && !/(?:^|[^a-z])id$/i.test(name);
}
