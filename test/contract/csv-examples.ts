// Lists what the rules of docs/csv-files.md say of small files: rows, or the refusal.
import { gzipSync } from 'node:zlib';

export interface CsvExample {
  readonly content: string | Buffer;
  /** `x.csv` unless said otherwise. */
  readonly name?: string;
  /** What stands behind FROM; the file itself unless said otherwise. */
  readonly read?: string;
  readonly rows?: readonly (readonly unknown[])[];
  readonly refused?: RegExp;
}

const call = (options: string) => `read_csv('x.csv', ${options})`;
const one = (value: unknown) => [[value]];

/** A column of one value, read with the type. */
const given = (type: string, text: string, value: unknown): CsvExample => ({
  content: `a\n"${text}"\n`,
  read: call(`types={'a': '${type}'}`),
  rows: one(value),
});
const misfit = (type: string, text: string): CsvExample => ({
  content: `a\n"${text}"\n`,
  read: call(`types={'a': '${type}'}`),
  refused: /'x.csv', line 2: column 'a': expected/,
});
/** The type that DESCRIBE tells of a column with these values. */
const typed = (type: string, ...texts: string[]): CsvExample => ({
  content: `a\n${texts.join('\n')}\n`,
  read: "(SELECT column_type FROM (DESCRIBE SELECT * FROM 'x.csv'))",
  rows: one(type),
});

const howRead = (what: string) => `How a file is read: ${what}`;
const types = (what: string) => `Types: ${what}`;
const awkward = (what: string) => `Awkward files: ${what}`;
const givenTypes = (what: string) => `Types you give: ${what}`;

export const csvExamples: Readonly<Record<string, readonly CsvExample[]>> = {
  [howRead('header')]: [
    { content: 'a,b\n1,2\n', read: "(SELECT b FROM 'x.csv')", rows: one(2) },
    {
      content: '2024-01-01,x\n2024-01-02,y\n',
      rows: [
        ['2024-01-01', 'x'],
        ['2024-01-02', 'y'],
      ],
    },
    { content: '31-Dec-24,x\n30-Dec-24,y\n', read: "(SELECT count(*) FROM 'x.csv')", rows: one(2) },
    { content: 'true,x\nfalse,y\n', read: "(SELECT count(*) FROM 'x.csv')", rows: one(2) },
    { content: '1,2\n3,4\n', read: "(SELECT column1 FROM 'x.csv' LIMIT 1)", rows: one(2) },
    { content: '2019,2020\n7,8\n', read: '(SELECT "2020" FROM \'x.csv\')', rows: one(8) },
    { content: 'a,1,2,3\nx,7,5,9\n', read: '(SELECT "3" FROM \'x.csv\')', rows: one(9) },
    { content: 'id,0.1\n7,0.5\n', read: '(SELECT "0.1" FROM \'x.csv\')', rows: one(0.5) },
    { content: 'model,0.1\nm1,0.5\n', read: "(SELECT count(*) FROM 'x.csv')", rows: one(2) },
    { content: 'NA,0.1\n7,0.5\n', read: "(SELECT count(*) FROM 'x.csv')", rows: one(2) },
    { content: '1,2\n', read: `(SELECT column1 FROM ${call('header=false')})`, rows: one(2) },
  ],
  [howRead('delimiter')]: [
    { content: 'a;b,c;d\n1;2,5;3\n', rows: [[1, '2,5', 3]] },
    { content: 'a\n1,2\n', refused: /line 2: expected 1 field, found 2 fields/ },
    { content: 'Temp, C;Hum, %\n20,5;40,1\n', refused: /its delimiter may be ';' or ','/ },
    { content: 'a, b|c\nx, y|1\n', refused: /its delimiter may be '\|' or ','/ },
    { name: 'x.tsv', content: 'a, b\tc\n1,5\t2\n', rows: [['1,5', 2]] },
    { content: '"a;b;c",d\n1,2\n', rows: [[1, 2]] },
    { content: 'sep=;\na,x;b\n1;2\n', rows: [[1, 2]] },
  ],
  [howRead('quotes')]: [
    { content: 'a,b\n"x ""y""",5" disk\n', rows: [['x "y"', '5" disk']] },
    { content: 'a,b\n "x"  ,\\"y\n', rows: [['x', '\\"y']] },
  ],
  [howRead('lines')]: [
    {
      content: 'a,b\r\n"x\ny",2\r\n#1,3\r\n',
      rows: [
        ['x\ny', 2],
        ['#1', 3],
      ],
    },
    { content: 'a,b\n1,2\r\n', refused: /line 2: expected LF/ },
  ],
  [howRead('empty lines')]: [
    {
      content: 'a,b\n1,2\n\n3,4\n\n',
      rows: [
        [1, 2],
        [3, 4],
      ],
    },
    { content: 'a\n1\n\n2\n', rows: [[1], [null], [2]] },
    { content: '\na,b\n1,2\n', refused: /first line is empty/ },
  ],
  [howRead('empty field')]: [{ content: 'a,b,c\n,"",NULL\n', rows: [[null, null, 'NULL']] }],
  [howRead('short and long records')]: [
    { content: 'a,b\n1,2,\n', rows: [[1, 2]] },
    { content: 'a,b\n1\n', refused: /line 2: expected 2 fields, found 1 field/ },
    { content: 'a,b\n1,2,3\n', refused: /line 2: expected 2 fields, found 3 fields/ },
  ],
  [howRead('encoding')]: [
    { content: '\ufeffa\né\n', rows: one('é') },
    { content: Buffer.from('\ufeffa\n😀\n', 'utf16le'), rows: one('😀') },
    { content: Buffer.from('a\n\xe9\n', 'latin1'), refused: /line 2: expected UTF-8/ },
    { content: 'a\n\0\n', refused: /NUL/ },
  ],
  [howRead('compression')]: [
    { content: 'a\n1\n', name: 'x.csv.gz', rows: one(1) },
    { content: gzipSync('a\n1\n'), name: 'x.csv', rows: one(1) },
    { content: gzipSync('a\n1\n').subarray(0, -4), refused: /cannot be decompressed/ },
  ],
  [howRead('other formats')]: [
    { content: 'a\n1\n', name: 'x.xml', refused: /'x.xml' is XML by its name/ },
    { content: '[{"a":1}]', name: 'x.csv', rows: one(1) },
    { content: 'SQLite format 3\0', refused: /a SQLite database/ },
    { content: 'a\n1\n', name: 'x.json', read: "read_csv('x.json')", rows: one(1) },
  ],
  [howRead('size of a record')]: [
    { content: `a\n${'x'.repeat(17_000_000)}\n`, refused: /at most 16000000 bytes/ },
  ],
  [types('BOOLEAN')]: [typed('BOOLEAN', 'true', 'FALSE'), typed('VARCHAR', 'true', 't')],
  [types('BIGINT')]: [
    typed('BIGINT', '9223372036854775807', '-3'),
    typed('VARCHAR', '1', '007'),
    typed('VARCHAR', '+1'),
  ],
  [types('HUGEINT')]: [typed('HUGEINT', '9223372036854775808'), typed('HUGEINT', '9'.repeat(38))],
  [types('DOUBLE')]: [
    typed('VARCHAR', '10E3', '12E5'),
    typed('DOUBLE', '1.5', '.5', '1e+05', '-0'),
    typed('DECIMAL(38,1)', '9007199254740993', '0.5'),
    typed('VARCHAR', '5.'),
  ],
  [types('DECIMAL(38, s)')]: [
    typed('DECIMAL(38,19)', '0.1234567890123456789'),
    typed('VARCHAR', '0.1234567890123456789', '-0'),
  ],
  [types('DATE')]: [typed('DATE', '2024-02-29'), typed('VARCHAR', '2023-02-29')],
  [types('TIMESTAMP')]: [
    typed('TIMESTAMP', '2024-01-15', '2024-01-15T10:30:00.123456'),
    typed('VARCHAR', '2024-01-15 24:00'),
  ],
  [types('TIMESTAMPTZ')]: [
    typed('TIMESTAMP WITH TIME ZONE', '2024-01-15 10:30:00Z', '2024-01-15T10:30:00+0200'),
    typed('VARCHAR', '2024-01-15 10:30:00Z', '2024-01-15 10:30:00'),
  ],
  [types('VARCHAR')]: [typed('VARCHAR', '1', 'x')],
  [awkward('a sentence or empty lines before the header')]: [
    { content: 'A "title\na,b\n1,2\n', read: call('skip=1'), rows: [[1, 2]] },
  ],
  [awkward('no header')]: [
    { content: '1,x\n', read: call("header=false, names=['id', 'city']"), rows: [[1, 'x']] },
  ],
  [awkward('another delimiter')]: [
    { content: 'a:b\n1:2\n', read: call("delim=':'"), rows: [[1, 2]] },
    { content: 'a||b\n1||2\n', read: call("delim='||'"), rows: [[1, 2]] },
  ],
  [awkward('quotes are plain text')]: [
    { content: 'a,b\n"x,2\n', read: call("quote=''"), rows: [['"x', 2]] },
  ],
  [awkward('quotes escaped by a backslash')]: [
    { content: 'a\n"x\\"\\\\"\n', read: call("escape='\\'"), rows: one('x"\\') },
    { content: 'a\n"e\\nf"\n', read: call("escape='\\'"), refused: /after the escape/ },
  ],
  [awkward('comments')]: [
    { content: '# c\na,b#d\n1,2\n', read: call("comment='#'"), rows: [[1, 2]] },
  ],
  [awkward('Windows letters, or Latin-1')]: [
    {
      content: Buffer.from('a\n\x80\xe9\n', 'latin1'),
      read: call("encoding='windows-1252'"),
      rows: one('€é'),
    },
    {
      content: Buffer.from('a\n\xe9\n', 'latin1'),
      read: call("encoding='latin-1'"),
      rows: one('é'),
    },
  ],
  [awkward('UTF-16 without a byte order mark')]: [
    { content: Buffer.from('a\né\n', 'utf16le'), read: call("encoding='utf-16'"), rows: one('é') },
  ],
  [awkward('`NA` or `-` for no value')]: [
    {
      content: 'a,b\nNA,"-"\n,1\n',
      read: call("nullstr=['NA', '-']"),
      rows: [
        [null, null],
        [null, 1],
      ],
    },
  ],
  [awkward('`31.12.2024`')]: [
    {
      content: 'day\n31.12.2024\n',
      read: call("types={'day': 'DATE'}, dateformat='%d.%m.%Y'"),
      rows: one('2024-12-31'),
    },
  ],
  [awkward('`1.234,50`')]: [
    {
      content: 'price\n"1.234,50"\n',
      read: call("types={'price': 'DECIMAL(10,2)'}, decimal_separator=',', thousands='.'"),
      rows: one(1234.5),
    },
  ],
  [awkward('codes that look like numbers should be text')]: [
    { content: 'code\n12\n', read: call("types={'code': 'VARCHAR'}"), rows: one('12') },
    { content: 'code\n12\n', read: call('all_varchar=true'), rows: one('12') },
  ],
  [awkward('short records')]: [
    {
      content: 'a,b\n1\n2,3\n',
      read: call('null_padding=true'),
      rows: [
        [1, null],
        [2, 3],
      ],
    },
  ],
  [awkward('records that cannot be read')]: [
    { content: 'a,b\n1\n2,3\n', read: call('ignore_errors=true'), rows: [[2, 3]] },
  ],
  [awkward('line ends of several kinds')]: [
    { content: 'a\n1\r\n2\r3\n', read: call('strict_mode=false'), rows: [[1], [2], [3]] },
  ],
  [awkward('text after a closing quote: `"Vis-à-Vis" Bus`')]: [
    {
      content: 'a\n"Vis-à-Vis" Bus\n',
      read: call('strict_mode=false'),
      rows: one('"Vis-à-Vis" Bus'),
    },
    {
      content: 'a\n"x\n1,"y"\n',
      read: call('strict_mode=false'),
      refused:
        /line 3: expected ',' or the end of the line after the quote that closes the one of line 2/,
    },
  ],
  [givenTypes('VARCHAR')]: [given('VARCHAR', '007', '007')],
  [givenTypes('BOOLEAN')]: [given('BOOLEAN', 'Yes', true), misfit('BOOLEAN', '2')],
  [givenTypes(
    'TINYINT, SMALLINT, INTEGER, BIGINT, HUGEINT, and with a U in front those without a sign',
  )]: [
    given('INTEGER', ' +007 ', 7),
    given('INTEGER', '5.0', 5),
    misfit('TINYINT', '128'),
    misfit('UINTEGER', '-1'),
  ],
  [givenTypes('DECIMAL(p,s)')]: [
    given('DECIMAL(4,2)', '12.5', 12.5),
    misfit('DECIMAL(4,2)', '123.5'),
    misfit('DECIMAL(4,2)', '1.005'),
  ],
  [givenTypes('DOUBLE, FLOAT')]: [
    given('DOUBLE', '0.1', 0.1),
    misfit('DOUBLE', '9007199254740993'),
    misfit('FLOAT', '16777217'),
  ],
  [givenTypes('DATE')]: [
    given('DATE', '2024/1/5', '2024-01-05'),
    misfit('DATE', '2024-01-05 10:30'),
  ],
  [givenTypes('TIME, TIMETZ')]: [
    given('TIME', '10:30', '10:30:00'),
    misfit('TIME', '10:30:00.1234567'),
  ],
  [givenTypes('TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS')]: [
    given('TIMESTAMP', '2024-01-05', '2024-01-05T00:00:00'),
    misfit('TIMESTAMP_S', '2024-01-05 10:30:00.5'),
  ],
  [givenTypes('TIMESTAMPTZ')]: [
    given('TIMESTAMPTZ', '2024-01-05 10:30:00+02', '2024-01-05T08:30:00Z'),
    misfit('TIMESTAMPTZ', '2024-01-05 10:30:00+15'),
  ],
  [givenTypes('UUID')]: [
    given('UUID', '123E4567E89B12D3A456426614174000', '123e4567-e89b-12d3-a456-426614174000'),
    misfit('UUID', '123'),
  ],
};
