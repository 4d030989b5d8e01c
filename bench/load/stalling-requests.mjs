// Makes requests that are large in one way each: what they cost must not be paid by others.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const wideColumns = 100_000;

/** The files that the requests need; a crowd of 100,000 shows most. */
export async function writeStallingFiles(folder, { crowd }) {
  await mkdir(join(folder, 'names'));
  await mkdir(join(folder, 'crowd'));
  for (const letter of 'abc') {
    await writeFile(join(folder, 'names', `${letter.repeat(47)}.csv`), 'a\n1\n');
  }
  for (let from = 0; from < crowd; from += 1_000) {
    const numbers = Array.from({ length: 1_000 }, (_, i) => from + i);
    await Promise.all(
      numbers.map((i) => writeFile(join(folder, 'crowd', `file-${i}.csv`), 'a\n1\n')),
    );
  }
  const names = Array.from({ length: wideColumns }, (_, i) => `c${i}`);
  await writeFile(join(folder, 'wide.csv'), `${names.join(',')}\n${names.join(',')}\n`);
}

const list = (count, item, separator = ',') =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);

/** Near the limit of a body, 10 MiB. */
const nearLimit = 9_000_000;

const ofSql = (sql) => JSON.stringify({ sql });

/** Bodies. Each takes the folder of the files, and a number that makes its text differ from the one before. */
export const stallingRequests = {
  globOfStars: (folder, n) => ofSql(`SELECT ${n} FROM '${folder}/names/${'*?'.repeat(9)}Q.csv'`),
  globOfMoreStars: (folder, n) => ofSql(`SELECT ${n} FROM '${folder}/names/${'*a'.repeat(24)}Q'`),
  globOfFolders: (folder, n) => ofSql(`SELECT ${n} FROM '${folder}/${'**/*/'.repeat(40)}x.csv'`),
  globOfEverything: (_, n) => ofSql(`SELECT ${n} FROM '/**/nope*.csv'`),
  globOfManyFiles: (folder, n) => ofSql(`SELECT ${n}, count(*) FROM '${folder}/crowd/*.csv'`),
  longGlob: (folder, n) => ofSql(`SELECT ${n} FROM '${folder}/${'a'.repeat(70_000)}*.csv'`),
  globOfClasses: (folder, n) => ofSql(`SELECT ${n} FROM '${folder}/${'[a-'.repeat(20_000)}*.csv'`),
  aliases: (folder, n) =>
    ofSql(
      `SELECT ${n}, ${list(50_000, () => 'a AS a')} FROM '${folder}/names/${'a'.repeat(47)}.csv'`,
    ),
  aliasesOfEach: (_, n) => ofSql(`SELECT ${n}, ${list(50_000, (i) => `1 AS a${i}`)}`),
  constants: (_, n) => ofSql(`SELECT ${n}, ${'1,'.repeat(nearLimit / 2)}1`),
  constantsOfIn: (_, n) => ofSql(`SELECT ${n} IN (${list(150_000, (i) => i)})`),
  literals: (_, n) => ofSql(`SELECT len([${n}, ${list(200_000, (i) => i)}])`),
  texts: (_, n) => ofSql(`SELECT ${n} IN (${list(1_000_000, () => "'abcd'")})`),
  rowsOfValues: (_, n) => ofSql(`SELECT ${n}, * FROM (VALUES ${list(200_000, (i) => `(${i})`)}) t`),
  pathsOfCall: (_, n) =>
    ofSql(`SELECT ${n} FROM read_csv([${list(60_000, (i) => `'f${i}.csv'`)}])`),
  pathsOfFrom: (_, n) => ofSql(`SELECT ${n} FROM ${list(60_000, (i) => `f${i}.csv`)}`),
  pathsOfUnion: (_, n) => ofSql(list(20_000, (i) => `SELECT ${n} FROM f${i}.csv`, ' UNION ALL ')),
  ctes: (_, n) => ofSql(`WITH ${list(20_000, (i) => `c${i} AS (SELECT ${n})`)} SELECT 1`),
  chainOfCtes: (_, n) =>
    ofSql(
      `WITH c0 AS (SELECT ${n} a), ${list(2_000, (i) => `c${i + 1} AS (SELECT a FROM c${i})`)} SELECT * FROM c2000`,
    ),
  columns: (_, n) => ofSql(`SELECT ${n}, ${list(20_000, (i) => i)}`),
  columnsOfNothing: (_, n) => ofSql(`SELECT ${n}, ${list(20_000, (i) => `column${i}`)}`),
  wideFile: (folder, n) => ofSql(`SELECT ${n}, * FROM '${folder}/wide.csv'`),
  countOfWideFile: (folder, n) => ofSql(`SELECT ${n}, count(*) FROM '${folder}/wide.csv'`),
  nestedBody: () => `{"sql":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}`,
  bodyOfKeys: () => `{"sql":"SELECT 1",${list(600_000, (i) => `"k${i}":1`)}}`,
  bodyOfList: () => `[${list(nearLimit / 2, () => 1)}]`,
  longKey: () => JSON.stringify({ ['k'.repeat(nearLimit)]: 1 }),
  missingInCrowd: (folder, n) => ofSql(`SELECT ${n} FROM '${folder}/crowd/file_${n}x.csv'`),
  longPath: (_, n) => ofSql(`SELECT ${n} FROM '${'x'.repeat(nearLimit)}.csv'`),
  longPathOfFolders: (_, n) => ofSql(`SELECT ${n} FROM '${'x/'.repeat(nearLimit / 2)}a.csv'`),
  longWord: (_, n) => ofSql(`SELECT ${n}, ${'x'.repeat(nearLimit)}`),
  longFunction: (_, n) => ofSql(`SELECT ${n}, ${'x'.repeat(nearLimit)}(1)`),
  longAlias: (_, n) => ofSql(`SELECT ${n} AS "${'x'.repeat(nearLimit)}"`),
  longText: (_, n) => ofSql(`SELECT ${n}, '${'x'.repeat(nearLimit)}'`),
  longNumber: (_, n) => ofSql(`SELECT ${n}, ${'9'.repeat(nearLimit)}`),
  longOperator: (_, n) => ofSql(`SELECT ${n} ${'+-'.repeat(nearLimit / 2)}`),
  longComment: (_, n) => ofSql(`SELECT ${n} /* ${'x'.repeat(nearLimit)} */`),
  comments: (_, n) => ofSql(`SELECT ${n} ${'/**/'.repeat(nearLimit / 4)}`),
  openComments: (_, n) => ofSql(`SELECT ${n} ${'/*'.repeat(nearLimit / 2)}`),
  openDollars: (_, n) => ofSql(`SELECT ${n} ${list(20_000, (i) => `$a${i}$`, ' ')}`),
  blanks: (_, n) => ofSql(`SELECT ${n}${' '.repeat(nearLimit)}`),
  lineBreaks: (_, n) => ofSql(`SELECT ${n}, x${'\n'.repeat(nearLimit / 2)}+`),
  misspelt: (_, n) => ofSql(`SELECT ${n} FORM ${list(500_000, (i) => `a${i % 10}`, ' ')}`),
  brackets: (_, n) => ofSql(`SELECT ${n}, ${'()'.repeat(nearLimit / 2)}`),
  nestedSelects: (_, n) => ofSql(`${'SELECT * FROM ('.repeat(400)}SELECT ${n}${')'.repeat(400)}`),
  selectsInSelects: (_, n) => ofSql(`SELECT ${n}, ${list(30_000, (i) => `(SELECT ${i})`)}`),
  cases: (_, n) =>
    ofSql(`SELECT CASE ${n} ${list(100_000, (i) => `WHEN ${i} THEN ${i}`, ' ')} END`),
  conditions: (_, n) => ofSql(`SELECT ${n} WHERE ${list(100_000, (i) => `${i} = ${n}`, ' OR ')}`),
  windows: (_, n) =>
    ofSql(
      `SELECT ${n}, ${list(5_000, (i) => `sum(r) OVER (ORDER BY r + ${i})`)} FROM range(3) t(r)`,
    ),
  groups: (_, n) =>
    ofSql(`SELECT ${n} FROM range(3) t(r) GROUP BY ${list(20_000, (i) => `r + ${i}`)}`),
  groupingSets: (_, n) =>
    ofSql(`SELECT ${n} FROM range(3) t(r) GROUP BY CUBE (${list(20, (i) => `r + ${i}`)})`),
  orders: (_, n) =>
    ofSql(`SELECT ${n} FROM range(3) t(r) ORDER BY ${list(20_000, (i) => `r + ${i}`)}`),
  struct: (_, n) => ofSql(`SELECT {${list(20_000, (i) => `a${i}: ${n}`)}}`),
  options: (folder, n) =>
    ofSql(
      `SELECT ${n} FROM read_csv('${folder}/wide.csv', columns = {${list(20_000, (i) => `c${i}: 'INT'`)}})`,
    ),

  // As large as the limits allow.
  mostIds: (_, n) => ofSql(`SELECT ${n} IN (${list(99_000, (i) => 100_000 + i)})`),
  mostColumns: (_, n) => ofSql(`SELECT ${n}, ${list(9_990, (i) => i)}`),
  mostSums: (_, n) => ofSql(`SELECT ${n}, ${list(9_990, (i) => `r + ${i}`)} FROM range(3) t(r)`),
  mostUnions: (_, n) => ofSql(list(1_000, (i) => `SELECT ${i + n}`, ' UNION ALL ')),
  mostChainedCtes: (_, n) =>
    ofSql(
      `WITH c0 AS (SELECT ${n} a), ${list(490, (i) => `c${i + 1} AS (SELECT a FROM c${i})`)} SELECT * FROM c490`,
    ),
  mostSubqueries: (_, n) => ofSql(`SELECT ${n}, ${list(200, (i) => `(SELECT ${i})`)}`),
  mostRowsOfSubqueries: (_, n) =>
    ofSql(`SELECT ${n}, ${list(200, (i) => `(SELECT max(r) FROM range(${i}) t(r))`)}`),
  mostConditions: (_, n) => ofSql(`SELECT ${n} WHERE ${list(5_000, (i) => `${i} = ${n}`, ' OR ')}`),
  mostBranches: (_, n) =>
    ofSql(`SELECT CASE ${n} ${list(9_999, (i) => `WHEN ${i} THEN ${i}`, ' ')} END`),
  mostWindows: (_, n) =>
    ofSql(`SELECT ${n}, ${list(199, (i) => `sum(r) OVER (ORDER BY r + ${i})`)} FROM range(3) t(r)`),
  mostGroups: (_, n) =>
    ofSql(`SELECT ${n} FROM range(3) t(r) GROUP BY ${list(2_000, (i) => `r + ${i}`)}`),
  mostGroupingSets: (_, n) =>
    ofSql(`SELECT ${n} FROM range(3) t(r) GROUP BY CUBE (${list(6, (i) => `r + ${i}`)})`),
  mostOrders: (_, n) =>
    ofSql(`SELECT ${n} FROM range(3) t(r) ORDER BY ${list(2_000, (i) => `r + ${i}`)}`),
  mostFields: (_, n) => ofSql(`SELECT {${list(2_000, (i) => `a${i}: ${n}`)}}`),
  mostPaths: (folder, n) =>
    ofSql(
      `SELECT ${n}, count(*) FROM read_csv([${list(10_000, (i) => `'${folder}/crowd/file-${i}.csv'`)}])`,
    ),
  mostFiles: (folder, n) =>
    ofSql(`SELECT ${n}, count(*) FROM '${folder}/crowd/file-9[0-9][0-9]?.csv'`),
  mostReferences: (folder, n) =>
    ofSql(list(1_000, (i) => `SELECT ${n}, a FROM '${folder}/crowd/file-${i}.csv'`, ' UNION ALL ')),
  emptyReduce: (_, n) => ofSql(`SELECT ${n}, list_reduce([], lambda x, y: x + y)`),
  commentOfCommas: (folder, n) =>
    ofSql(`SELECT ${n} FROM read_csv('${folder}/wide.csv', comment=',')`),
};
