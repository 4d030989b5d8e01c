// Lists forty everyday tasks, and how somebody gets there who knows SQL and reads the messages: in one or two tries.

export interface Task {
  readonly wants: string;
  /** Arguments, and what standard input holds if not nothing. */
  readonly first: Try;
  /** What the first try answers that leads to the second. */
  readonly hint?: string;
  readonly second?: Try;
  readonly gets: string | RegExp;
}

export interface Try {
  readonly args: readonly string[];
  /** The file that is piped in. */
  readonly input?: string;
}

const wide = Array.from({ length: 100 }, (_, i) => `c${i}`);

/** Latin-1, as Excel writes it on a German Windows. */
export const latinFiles: Readonly<Record<string, string>> = {
  'umsatz.csv': 'Kunde;Umsatz;Datum\r\nMüller;1.234,50;31.12.2024\r\nStraße;99,90;01.02.2025\r\n',
};

export const taskFiles: Readonly<Record<string, string>> = {
  'users.csv': 'id,name,city\n1,Ada,London\n2,Bo,Lisbon\n3,Chi,Lisbon\n',
  'orders.csv': 'id,user_id,total,day\n1,1,10.5,2024-01-15\n2,1,5.5,2024-01-16\n3,2,7,2024-02-01\n',
  'sales 2024.csv': 'city,sales\nOslo,10\nRome,20\n',
  'totals.csv': 'city,sales\nOslo,10\nRome,20\nTotal,30\n',
  'report.csv': 'Sales report 2024\nGenerated on Monday\n\ncity,sales\nOslo,10\nRome,20\n',
  'months/2024-01.csv': 'id,total\n1,10\n',
  'months/2024-02.csv': 'id,total,tax\n3,30,6\n',
  'logs/north.csv': 'n\n1\n',
  'logs/south.csv': 'n\n2\n',
  'wide.csv': `${wide.join(',')}\n${wide.map((_, i) => i).join(',')}\n`,
  'sensor.csv': '1,Ada,1.5\n2,Bo,2.5\n',
  'zip.csv': 'zip,n\n01234,1\n99999,2\n',
  'na.csv': 'id,v\n1,NA\n2,5\n3,-\n',
  'ragged.csv': 'a,b,c\n1,2,3\n4,5\n',
  'ids.csv': 'id\n9007199254740993\n',
  'notes.csv': 'id,note\n1,"two\nlines, one"\n',
  'dates.csv': 'id,born\n1,31.12.1999\n2,01.02.2000\n',
  'pipes.txt': 'a|b\n1|2\n',
  'report.sql':
    'SELECT count(*) AS users FROM users.csv;\nSELECT sum(total) AS total FROM orders.csv;\n',
  'access.log':
    '10.0.0.1 - - [10/Oct/2024:13:55:36 +0000] "GET /a HTTP/1.1" 200 2326\n' +
    '10.0.0.2 - ann [10/Oct/2024:13:56:01 +0000] "POST /b HTTP/1.1" 500 12\n',
  'iis.txt':
    '#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n' +
    '#Fields: date time cs-method cs-uri-stem sc-status time-taken\n' +
    '2024-01-15 00:00:01 GET /index.html 200 15\n2024-01-15 00:00:02 GET /missing 404 3\n',
};

const sql = (...args: string[]): Try => ({ args });
const piped = (input: string, ...args: string[]): Try => ({ args, input });

export const everydayTasks: readonly Task[] = [
  {
    wants: 'to look into a file',
    first: sql('users.csv'),
    hint: 'pathql head users.csv',
    second: sql('head', 'users.csv'),
    gets: 'id,name,city\n1,Ada,London\n',
  },
  { wants: 'its first two rows', first: sql('head', '-n2', 'users.csv'), gets: /Ada.*\n.*Bo.*\n$/ },
  { wants: 'its columns', first: sql('schema', 'orders.csv'), gets: /total,DOUBLE,0,5.5,10.5/ },
  {
    wants: 'counts by a column',
    first: sql('SELECT city, count(*) FROM users.csv GROUP BY city ORDER BY 2 DESC'),
    gets: 'city,count(*)\nLisbon,2\nLondon,1\n',
  },
  {
    wants: 'rows with a text, quoted as in other languages',
    first: sql('SELECT name FROM users.csv WHERE city = "Lisbon"'),
    hint: "A text stands in single quotes: 'Lisbon'",
    second: sql("SELECT name FROM users.csv WHERE city = 'Lisbon'"),
    gets: 'name\nBo\nChi\n',
  },
  {
    wants: 'the first rows, as SQL Server has it',
    first: sql('SELECT TOP 1 name FROM users.csv'),
    hint: 'Expected LIMIT 1 at the end of the query instead of TOP 1',
    second: sql('SELECT name FROM users.csv LIMIT 1'),
    gets: 'name\nAda\n',
  },
  {
    wants: 'a table by its name alone',
    first: sql('SELECT count(*) AS n FROM users'),
    hint: "Did you mean 'users.csv'?",
    second: sql('SELECT count(*) AS n FROM users.csv'),
    gets: 'n\n3\n',
  },
  {
    wants: 'a mistyped file',
    first: sql('SELECT count(*) AS n FROM usres.csv'),
    hint: "Did you mean 'users.csv'?",
    second: sql('SELECT count(*) AS n FROM users.csv'),
    gets: 'n\n3\n',
  },
  {
    wants: 'a mistyped column',
    first: sql('SELECT nmae FROM users.csv LIMIT 1'),
    hint: 'Did you mean "name"?',
    second: sql('SELECT name FROM users.csv LIMIT 1'),
    gets: 'name\nAda\n',
  },
  {
    wants: 'a mistyped keyword',
    first: sql('SELECT city FROM users.csv GRUOP BY city ORDER BY city'),
    hint: "Expected GROUP BY, found 'GRUOP'",
    second: sql('SELECT city FROM users.csv GROUP BY city ORDER BY city'),
    gets: 'city\nLisbon\nLondon\n',
  },
  {
    wants: 'a file with a blank in its name',
    first: sql('SELECT sum(sales) AS s FROM sales 2024.csv'),
    hint: "quotes round a path with blanks, 'sales 2024.csv'",
    second: sql("SELECT sum(sales) AS s FROM 'sales 2024.csv'"),
    gets: 's\n30\n',
  },
  {
    wants: 'a join of two files',
    first: sql(
      'SELECT u.name, sum(o.total) AS spent FROM orders.csv o JOIN users.csv u ON u.id = o.user_id GROUP BY u.name ORDER BY 1',
    ),
    gets: 'name,spent\nAda,16.0\nBo,7.0\n',
  },
  {
    wants: 'a German export of Excel',
    first: sql('head', 'umsatz.csv'),
    hint: "read_csv('umsatz.csv', encoding='windows-1252')",
    second: sql('head', '--encoding', 'windows-1252', 'umsatz.csv'),
    gets: 'Kunde,Umsatz,Datum\nMüller,"1.234,50",31.12.2024\n',
  },
  {
    wants: 'the sum of its amounts',
    first: sql(
      ...[
        '--encoding=latin-1',
        '--types',
        'Umsatz=DECIMAL(10,2)',
        '--decimal',
        ',',
        '--thousands',
        '.',
      ],
      'SELECT sum(Umsatz) AS summe FROM umsatz.csv',
    ),
    gets: 'summe\n1334.40\n',
  },
  {
    wants: 'its dates as dates',
    first: sql(
      ...['--encoding=latin-1', '--types', 'Datum=DATE', '--date-format', '%d.%m.%Y'],
      "SELECT Kunde, Datum FROM umsatz.csv WHERE Datum >= DATE '2025-01-01'",
    ),
    gets: 'Kunde,Datum\nStraße,2025-02-01\n',
  },
  {
    wants: 'to know how such a file is written',
    first: sql('sniff', 'umsatz.csv'),
    gets: /With types: read_csv\('umsatz.csv', .*decimal_separator=','/,
  },
  {
    wants: 'dates of the other notation sorted',
    first: sql(
      '--types',
      'born=DATE',
      '--date-format',
      '%d.%m.%Y',
      'SELECT max(born) AS m FROM dates.csv',
    ),
    gets: 'm\n2000-02-01\n',
  },
  {
    wants: 'a report with a title above its header',
    first: sql('SELECT sum(sales) AS s FROM report.csv'),
    hint: "read_csv('report.csv', skip=3)",
    second: sql('--skip', '3', 'SELECT sum(sales) AS s FROM report.csv'),
    gets: 's\n30\n',
  },
  {
    wants: 'a sum without the row of totals',
    first: sql("SELECT sum(sales) AS s FROM totals.csv WHERE city <> 'Total'"),
    gets: 's\n30\n',
  },
  {
    wants: 'all months, of which later ones have a column more',
    first: sql("SELECT sum(total) AS s FROM 'months/*.csv'"),
    hint: "read_csv('months/*.csv', union_by_name=true)",
    second: sql('--union-by-name', "SELECT sum(total) AS s FROM 'months/*.csv'"),
    gets: 's\n40\n',
  },
  {
    wants: 'to see which file a row is from',
    first: sql(
      ...['--union-by-name', '--filename'],
      "SELECT filename, id FROM 'months/*.csv' ORDER BY id",
    ),
    gets: 'filename,id\nmonths/2024-01.csv,1\nmonths/2024-02.csv,3\n',
  },
  {
    wants: 'two files as one',
    first: sql('SELECT sum(n) AS s FROM logs/{north,south}.csv'),
    gets: 's\n3\n',
  },
  {
    wants: 'one row of a hundred columns',
    first: sql('-o:VERTICAL', 'SELECT * FROM wide.csv'),
    gets: /── row 1 ─+\nc0 {3}0\nc1 {3}1\n[\s\S]*c99 {2}99\n/,
  },
  {
    wants: 'a file without a header',
    first: sql('--names', 'id,name,value', 'SELECT name FROM sensor.csv WHERE value > 2'),
    gets: 'name\nBo\n',
  },
  {
    wants: 'postcodes with their zeros',
    first: sql("SELECT n FROM zip.csv WHERE zip = '01234'"),
    gets: 'n\n1\n',
  },
  {
    wants: 'an average where NA and - stand for nothing',
    first: sql('SELECT avg(v) AS a FROM na.csv'),
    hint: 'pathql sniff',
    second: sql('--null', 'NA', '--null', '-', 'SELECT avg(v) AS a FROM na.csv'),
    gets: 'a\n5.0\n',
  },
  {
    wants: 'a file with short records',
    first: sql('head', 'ragged.csv'),
    hint: 'null_padding=true',
    second: sql('head', '--null-padding', '--quiet', 'ragged.csv'),
    gets: 'a,b,c\n1,2,3\n4,5,\n',
  },
  {
    wants: 'ids with all their digits',
    first: sql('SELECT * FROM ids.csv'),
    gets: '9007199254740993',
  },
  {
    wants: 'texts with line breaks, line by line',
    first: sql('-o:JSON', 'SELECT note FROM notes.csv'),
    gets: '{"note":"two\\nlines, one"}\n',
  },
  {
    wants: 'pipes as delimiters',
    first: sql('SELECT a + b AS c FROM pipes.txt'),
    gets: 'c\n3\n',
  },
  {
    wants: 'a pipe as input',
    first: piped('users.csv', 'SELECT count(*) AS n FROM -'),
    gets: 'n\n3\n',
  },
  {
    wants: 'an access log by status',
    first: piped(
      'access.log',
      ...[
        '--delim',
        ' ',
        '--no-header',
        'SELECT column6 AS status, count(*) AS n FROM - GROUP BY ALL ORDER BY 1',
      ],
    ),
    gets: 'status,n\n200,1\n500,1\n',
  },
  {
    wants: 'an access log by its name',
    first: sql('SELECT status, path FROM access.log ORDER BY status'),
    gets: 'status,path\n200,/a\n500,/b\n',
  },
  {
    wants: 'the slow requests of IIS',
    first: sql(
      ...['--delim', ' ', '--comment', '#', '--names', 'day,time,method,path,status,ms'],
      ...['--no-header', 'SELECT path FROM iis.txt WHERE ms > 10'],
    ),
    gets: 'path\n/index.html\n',
  },
  {
    wants: 'the same as Log Parser writes it',
    first: sql('-i:CSV', '-o:TSV', '-headers:OFF', 'SELECT id, name FROM users.csv WHERE id < 3'),
    gets: '1\tAda\n2\tBo\n',
  },
  {
    wants: 'semicolons for Excel',
    first: sql('--output-delim', ';', 'SELECT id, total FROM orders.csv WHERE id = 1'),
    gets: 'id;total\n1;10.5\n',
  },
  {
    wants: 'a value from a script, whatever it holds',
    first: sql(
      '--param',
      "who=O'Hara; --",
      'SELECT count(*) AS n FROM users.csv WHERE name = $who',
    ),
    gets: 'n\n0\n',
  },
  {
    wants: 'a script of queries',
    first: sql('-f', 'report.sql'),
    gets: 'users\n3\n\ntotal\n23.0\n',
  },
  {
    wants: 'the script, its name mistyped',
    first: sql('-f', 'reprt.sql'),
    hint: "Cannot read the query from 'reprt.sql': there is no such file",
    second: sql('-f', 'report.sql'),
    gets: 'users\n3\n\ntotal\n23.0\n',
  },
  {
    wants: 'sales by month',
    first: sql(
      "SELECT date_trunc('month', day)::DATE AS month, sum(total) AS total FROM orders.csv GROUP BY ALL ORDER BY 1",
    ),
    gets: 'month,total\n2024-01-01,16.0\n2024-02-01,7.0\n',
  },
  {
    wants: 'to know what will be read, and as which types',
    first: sql('explain', 'SELECT * FROM orders.csv'),
    gets: /orders.csv: 3 rows, 1 file.*\n.*delimiter ,.*\n[\s\S]*day +DATE\n/,
  },
];
