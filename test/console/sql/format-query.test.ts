// Formatting changes the space between tokens, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatQuery } from '../../../src/console/sql/format-query.ts';
import { TokenReader } from '../../../src/sql/text/token-reader.ts';

test('a clause, a join, an item and a condition have a line each, where they are long', () => {
  const sql = `with big as (select * from logs/*.csv where status>=500 and path like '%/a  b%' and took between 1 and 2 and size>0)
    select city,count(*) as  n, avg(age) filter (where age > 30) over (partition by city order by id) as average_of_the_old
    from data/2024-01.csv u left outer join 'two words.csv' o on u.id=o.id where u.name is distinct from o.name group by all order by n desc limit 5;`;
  expect(formatQuery(sql)).toBe(
    `
with big as (
    select *
    from logs/*.csv
    where status>=500
      and path like '%/a  b%'
      and took between 1 and 2
      and size>0
  )
select city,
  count(*) as n,
  avg(age) filter (where age > 30) over (partition by city order by id) as average_of_the_old
from data/2024-01.csv u
left outer join 'two words.csv' o on u.id=o.id
where u.name is distinct from o.name
group by all
order by n desc
limit 5;`.trim(),
  );
});

test.each([
  ['SELECT  *\nFROM a--b.csv', 'SELECT * FROM a--b.csv'],
  ['select left(a,1),b from x.csv', 'select left(a, 1), b from x.csv'],
  ['SELECT 1;;\n\nSELECT 2', 'SELECT 1;\n\n;\n\nSELECT 2'],
  ['SELECT 1 -- one\n+ 2 /* two */ AS n', 'SELECT 1 -- one\n  + 2 /* two */ AS n'],
  ['-- first\nSELECT 1', '-- first\nSELECT 1'],
  ["SELECT 'open", "SELECT 'open"],
  ['SELECT (1', 'SELECT (1'],
  ["SELECT  'a'\n'b' AS ab", "SELECT 'a'\n  'b' AS ab"],
  [' ) SELECT 1', ' ) SELECT 1'],
  ['', ''],
])('%j becomes %j', (sql, formatted) => {
  expect(formatQuery(sql)).toBe(formatted);
});

describe('the queries of the docs', () => {
  const queries = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const text = readFileSync(`docs/${name}`, 'utf8');
      const blocks = text.matchAll(/^```sql(?: refused)?\n(.*?)^```/gms);
      const inline = text.matchAll(/`((?:SELECT|WITH|FROM) [^`\n]*)`/g);
      const commands = text.matchAll(/"((?:SELECT|WITH|FROM) [^"\n]*)"/g);
      return [...blocks, ...inline, ...commands].map(([, sql = '']) => sql);
    });

  test('are many', () => expect(queries.length).toBeGreaterThan(40));

  test.each(queries)('%s', (sql) => {
    const formatted = formatQuery(sql);
    expect(tokens(formatted)).toEqual(tokens(sql));
    expect(formatQuery(formatted)).toBe(formatted);
    const onOneLine = sql.includes('--') ? sql : sql.replace(/\s+/g, ' ');
    expect(tokens(formatQuery(onOneLine))).toEqual(tokens(onOneLine));
  });
});

function tokens(sql: string): string[] {
  const reader = new TokenReader(sql);
  const texts: string[] = [];
  for (let token = reader.next(); token !== null; token = reader.next()) {
    texts.push(`${token.kind} ${sql.slice(token.start, token.end)}`);
  }
  return texts;
}
