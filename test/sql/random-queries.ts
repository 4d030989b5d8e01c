// Makes random queries over paths in every spelling, for property tests.
import fc from 'fast-check';

const pathCharacters = [...'abcXYZ019_-./\\*?~@#%&+=:!|<>[]{}^$éж中'];
const unquotedPath = fc
  .array(fc.constantFrom(...pathCharacters), { minLength: 1, maxLength: 12 })
  .map((characters) => `p${characters.join('')}.csv`);
const quotedPath = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => `q ${text}`);
const mention = fc.oneof(
  unquotedPath.map((path) => ({ path, written: path })),
  quotedPath.map((path) => ({ path, written: `'${path.replaceAll("'", "''")}'` })),
  quotedPath.map((path) => ({ path, written: `"${path.replaceAll('"', '""')}"` })),
  quotedPath.map((path) => ({ path, written: `\`${path.replaceAll('`', '``')}\`` })),
);
/** Texts that stand where a value may, with words in them that name no table. */
export const noise = fc.constantFrom(
  "'FROM no.csv'",
  '"FROM no.csv"',
  '/* FROM no.csv */ 1',
  '1 -- FROM no.csv\n',
  'extract(year FROM d)',
  "trim(BOTH 'x' FROM y)",
  'a IS DISTINCT FROM b',
  '$$ FROM no.csv $$',
  '[1, 2, 3]',
  'range(3)',
);
/** A query and the paths in it, in the order of the text. */
export const randomQuery = fc.letrec<{
  query: { sql: string; paths: string[] };
  from: { sql: string; paths: string[] };
}>((tie) => ({
  from: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    mention.map(({ path, written }) => ({ sql: written, paths: [path] })),
    fc
      .tuple(tie('from'), tie('from'), fc.constantFrom(' , ', ' JOIN ', '\nLEFT JOIN '))
      .map(([a, b, join]) => ({
        sql: `(${a.sql} t ${join} ${b.sql} AS u)`,
        paths: [...a.paths, ...b.paths],
      })),
    tie('query').map(({ sql, paths }) => ({ sql: `(${sql})`, paths })),
  ),
  query: fc
    .tuple(noise, tie('from'), noise, fc.boolean())
    .map(([item, from, condition, isFromFirst]) => ({
      sql: isFromFirst
        ? `FROM ${from.sql} SELECT ${item} WHERE ${condition}`
        : `SELECT ${item}, b FROM ${from.sql} x WHERE ${condition}\nORDER BY a, b`,
      paths: from.paths,
    })),
})).query;
