import { expect, test } from 'vitest';
import { PathqlError } from '../../../src/errors.ts';
import { StandInEngine, sniffedUsers } from '../../http/stand-in-engine.ts';
import { runProgram } from '../run-program.ts';

test('tells people how a file is written', async () => {
  const { stdout, exitCode } = await runProgram(['sniff', 'users.csv']);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`users.csv
  problem     The file 'users.csv', line 2: expected 1 field, found 3 fields
  delimiter   ; (semicolon)
  quotes      ", doubled
  line ends   CRLF
  encoding    utf-8
  preamble    1 line: All users
  header      names, line 2: id;born;code
  footer      line 1207: Total: 1204
  columns
    id    BIGINT  (line 3: 1)
    born  VARCHAR, dates as '%d.%m.%Y'  (line 3: 31.12.1999)
    code  no values
  This reads all 1,204 records, with the header in line 2: read_csv('users.csv', skip=1)
  As flags: --skip 1
  With types: read_csv('users.csv', skip=1, types={'born': 'DATE'}, dateformat='%d.%m.%Y')
`);
});

test('says that a file needs no option', async () => {
  const engine = new StandInEngine();
  engine.sniff = async () => ({ ...sniffedUsers, problem: null });
  const { stdout } = await runProgram(['sniff', 'users.csv'], { engine });
  expect(stdout).toContain('It is read as it is, no option is needed: 1,204 records');
});

test('gives both readings of a first record that may be names or data', async () => {
  const engine = new StandInEngine();
  const otherCall = "read_csv('users.csv', header=false)";
  engine.sniff = async () => ({ ...sniffedUsers, otherCall });
  const { stdout } = await runProgram(['sniff', 'users.csv'], { engine });
  expect(stdout).toContain('header      names, by a guess, line 2: id;born;code\n');
  expect(stdout).toContain(`\n  If it is data, this reads one record more: ${otherCall}\n`);
});

test('shows letters that cannot be seen, but in calls, and why there is no call with types', async () => {
  const engine = new StandInEngine();
  const name = '\ufeffid';
  const columns = [{ name, type: 'BIGINT', notation: null, example: null }];
  const typedProblem = 'line 5: no date';
  const call = "read_csv('a\u00a0b.csv')";
  engine.sniff = async () => ({ ...sniffedUsers, columns, call, typedProblem, typedCall: null });
  const { stdout } = await runProgram(['sniff', 'users.csv'], { engine });
  expect(stdout).toContain('\n    <U+FEFF>id  BIGINT\n');
  expect(stdout).toContain(`: ${call}\n  Without types: line 5: no date\n`);
});

test('writes a document for each file on a line', async () => {
  const { stdout, engine } = await runProgram(['sniff', '-o:json', 'a.csv', 'b.csv']);
  const documents = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(documents).toMatchObject([{ records: 1204 }, { line_end: 'CRLF' }]);
  expect(engine.sniffRequests).toMatchObject([{ path: 'a.csv' }, { path: 'b.csv' }]);
});

test.each([
  [['sniff', 'a.csv', 'bad.csv', 'none.csv', 'b.csv'], 4],
  [['sniff', '-o:json', 'none.csv', 'a.csv', 'bad.csv', 'b.csv'], 4],
])('goes on after files that cannot be read: %j', async (args, code) => {
  const engine = new StandInEngine();
  const faults = new Map([
    ['bad.csv', new PathqlError('csv_invalid', 'mend line 2')],
    ['none.csv', new PathqlError('file_not_found', 'File not found')],
  ]);
  engine.sniff = async ({ path }) => {
    const fault = faults.get(path);
    if (fault !== undefined) throw fault;
    return { ...sniffedUsers, path };
  };
  const { stdout, stderr, exitCode } = await runProgram(args, { engine });
  expect(stdout).toMatch(/a\.csv[\s\S]*b\.csv/);
  expect(stdout).not.toMatch(/^\n/);
  expect(stderr).toContain('mend line 2');
  expect(stderr).toContain('File not found');
  expect(exitCode).toBe(code);
});

test('a file cannot steer the terminal', async () => {
  const engine = new StandInEngine();
  const text = '\u001b[2Jx';
  engine.sniff = async () => ({
    ...sniffedUsers,
    path: text,
    header: { line: 1, text, isData: true },
  });
  const { stdout } = await runProgram(['sniff', 'users.csv'], { engine });
  expect(stdout).not.toContain('\u001b');
});

test.each([
  [[], 'takes a file'],
  [['-o:XML', 'a.csv'], "Unknown format 'XML'"],
])('refuses %j', async (args, message) => {
  const { stderr, exitCode } = await runProgram(['sniff', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});
