import { afterAll, beforeAll, expect, test } from 'vitest';
import { PathqlError } from '../../../../src/errors.ts';
import { type Lab, openLab } from '../statement/duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** What stands between « and » is where the carets must be. */
const faults: readonly [marked: string, message: string][] = [
  ['SELECT * «FORM» users.csv', "Expected FROM, found 'FORM'"],
  ['SELECT a, b «FRMO» data/x.csv', "Expected FROM, found 'FRMO'"],
  ['SELECT a b «c» FROM x.csv', "Expected FROM, found 'c'"],
  ['SELECT * «users».csv', "Expected FROM, found 'users'"],
  ["SELECT * «'users.csv'»", "Expected FROM, found ''users.csv''"],
  ['SELECT a FROM x.csv «WHRE» a > 1', "Expected WHERE, found 'WHRE'"],
  ['SELECT a FROM x.csv orders «wher» a > 1', "Expected WHERE, found 'wher'"],
  [
    'SELECT * FROM «export 2024.csv» WHERE a = 1',
    "Expected quotes round a path with blanks, 'export 2024.csv', found export 2024.csv",
  ],
  [
    'SELECT * FROM «my old exports 2024.csv.gz»',
    "Expected quotes round a path with blanks, 'my old exports 2024.csv.gz', found my old exports 2024.csv.gz",
  ],
  [
    'SELECT «TOP 3» * FROM x.csv',
    'Expected LIMIT 3 at the end of the query instead of TOP 3, found it',
  ],
  [
    'SELECT «top (3)» * FROM x.csv',
    'Expected LIMIT 3 at the end of the query instead of top (3), found it',
  ],
  [
    'SELECT DISTINCT «TOP 5 PERCENT» a FROM x.csv',
    'Expected LIMIT 5% at the end of the query instead of TOP 5 PERCENT, found it',
  ],
  [
    'SELECT «[first name]» FROM x.csv',
    'Expected a name in double quotes, "first name", found [first name]',
  ],
  [
    "SELECT a FROM x.csv WHERE a «RLIKE» '^b'",
    'Expected regexp_matches(text, pattern) instead of the operator RLIKE, found it',
  ],
  ['SELECT a FROM x.csv «GRUOP» BY a', "Expected GROUP BY, found 'GRUOP'"],
  ['SELECT a FROM x.csv «ODER» BY a', "Expected ORDER BY, found 'ODER'"],
  ['SELECT a FROM x.csv ORDER «YB» a', "Expected BY after ORDER, found 'YB'"],
  ['SELECT a FROM x.csv GROUP «a»', "Expected BY after GROUP, found 'a'"],
  ['SELECT a FROM x.csv GROUP BY a «HAVNG» a > 1', "Expected HAVING, found 'HAVNG'"],
  ['SELECT a FROM x.csv «LIMTI» 3', "Expected LIMIT, found 'LIMTI'"],
  ['SELECT a FROM x.csv «JION» y.csv ON a = b', "Expected JOIN, found 'JION'"],
  ['SELECT a FROM x.csv «UNOIN» SELECT 2', "Expected UNION, found 'UNOIN'"],
  ['SELECT a FROM x.csv WHERE a «BETWEN» 1 AND 2', "Expected BETWEEN, found 'BETWEN'"],
  ['SELECT a FROM x.csv ORDER BY a «DSEC»', "Expected DESC, found 'DSEC'"],
  ['SELECT a FROM x.csv GROUP BY a «WHERE» b = 1', "Expected WHERE before GROUP BY, found 'WHERE'"],
  ['SELECT a FROM x.csv LIMIT 3 «ORDER» BY a', "Expected ORDER BY before LIMIT, found 'ORDER'"],
  [
    'SELECT a FROM x.csv WHERE« »',
    "Expected an expression after 'WHERE', found the end of the text",
  ],
  [
    'SELECT a FROM x.csv WHERE a = 1 AND« »',
    "Expected an expression after 'AND', found the end of the text",
  ],
  ['SELECT a + «FROM» x.csv', "Expected an expression after '+', found 'FROM'"],
  ['SELECT a,«,» b FROM x.csv', "Expected an expression after ',', found ','"],
  ['SELECT a FROM «WHERE» a = 1', "Expected a path after FROM, found 'WHERE'"],
  ['SELECT a FROM« »', 'Expected a path after FROM, found the end of the text'],
  ['SELECT a FROM x.csv JOIN «ON» a = b', "Expected a path after JOIN, found 'ON'"],
  [
    'SELECT a FROM x.csv JOIN y.csv «WHERE» a = 1',
    "Expected ON or USING after JOIN, found 'WHERE'",
  ],
  ['SELECT a AS «FROM» x.csv', "Expected a name after AS, found 'FROM'"],
  ['SELECT CASE WHEN a THEN 1 «FROM» x.csv', "Expected END to close the CASE, found 'FROM'"],
  [
    'SELECT a FROM x.csv WHERE a = 1 «b» = 2',
    "Expected AND, OR, GROUP BY, ORDER BY or LIMIT, found 'b'",
  ],
  [
    'SELECT a FROM x.csv LIMIT 5«,» 10',
    "Expected one number after LIMIT (OFFSET is not supported), found ','",
  ],
  ['SELECT é, 数据 FROM данные.csv «WHRE» é > 1', "Expected WHERE, found 'WHRE'"],
  ['SELECT a -- x\nFROM x.csv /* y\n */ «WHRE» a > 1', "Expected WHERE, found 'WHRE'"],
];

test.each(faults)('%s', async (marked, message) => {
  const sql = marked.replaceAll(/[«»]/g, '').trimEnd();
  const start = marked.indexOf('«');
  const before = sql.slice(0, start);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  const error = await lab.check(sql).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PathqlError);
  expect((error as PathqlError).type).toBe('parse_error');
  expect((error as PathqlError).message.split('\n')[0]).toBe(
    `${message} at line ${line}, column ${column}`,
  );
});

test('carets stand under the whole word', async () => {
  await expect(lab.check('SELECT * FORM users.csv')).rejects.toThrow(
    "Expected FROM, found 'FORM' at line 1, column 10\nSELECT * FORM users.csv\n         ^^^^",
  );
});

test('the words of the parser stand in where nothing is sure', async () => {
  await expect(lab.check('SELECT a FROM x.csv WHERE a = 1 )')).rejects.toThrow('was never opened');
  await expect(lab.check('SELECT a FROM x.csv WHERE a == = 2')).rejects.toThrow(
    "Expected an expression after '=='",
  );
  await expect(lab.check('SELECT a.[1] FROM x.csv')).rejects.toThrow("Syntax error near '['");
});
