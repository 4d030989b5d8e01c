import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { StopSignal } from '../../src/cli/io.ts';
import { type ErrorCode, errorCatalogue, PathqlError } from '../../src/errors.ts';
import { StandInEngine, untilAborted } from '../http/stand-in-engine.ts';
import { runProgram } from './run-program.ts';

describe('a query', () => {
  test('prints CSV with a header line', async () => {
    const engine = new StandInEngine(() => ({ columns: ['a', 'b,c'], rows: ['1,2\n', '3,4\n'] }));
    const { exitCode, stdout, stderr } = await runProgram(['SELECT 1'], { engine });
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: 'a,"b,c"\n1,2\n3,4\n',
      stderr: '',
    });
    expect(engine.requests).toMatchObject([{ sql: 'SELECT 1', layout: 'csv' }]);
  });

  test('loads no table into the cache: the process ends with it', async () => {
    expect((await runProgram(['SELECT 1'])).needs).toMatchObject({ loadsTables: false });
  });

  test.each(['-o:JSON', '-o:NDJSON', '-o:ndjson', '-o=json'])('%s asks for objects', async (o) => {
    const { engine, stdout } = await runProgram([o, 'SELECT 1']);
    expect(engine.requests).toMatchObject([{ layout: 'json-object' }]);
    expect(stdout).toBe('1\n');
  });

  test.each([
    [[], 'SELECT 2'],
    [['-'], 'SELECT 2'],
    [[], '\uFEFFSELECT 2'],
  ])('from standard input: %j', async (args, stdin) => {
    const { engine } = await runProgram(args, { stdin });
    expect(engine.requests).toMatchObject([{ sql: 'SELECT 2' }]);
  });

  test.each([
    [['-- note\nSELECT 1']],
    [['--', '--note']],
  ])('may begin with a comment: %j', async (args) => {
    expect((await runProgram(args)).engine.requests).toMatchObject([{ sql: args.at(-1) }]);
  });
});

const fail = (code: ErrorCode, message: string) =>
  new StandInEngine(() => Promise.reject(new PathqlError(code, message)));

describe('refused with exit code 2', () => {
  test.each([
    [['--ofil:x', 'SELECT 1'], /Unknown option --ofil; see pathql --help\. Did you mean --ofile\?/],
    [['-c', 'SELECT 1'], /Unknown option -c\. Here the query is the argument itself/],
    [['head', '-5', 'x.csv'], /Unknown option -5\. Here it is -n 5, of pathql head/],
    [
      ['sniff', '--encoding', 'latin-1', 'x.csv'],
      /Leave out --encoding: pathql sniff finds out by itself/,
    ],
    [['sniff', "read_csv('x.csv', skip=1)"], /pathql sniff takes a file and finds out by itself/],
    [['-json', 'SELECT 1'], /Unknown option -json\. Here it is -o:JSON/],
    [['--delimiter', ';', 'SELECT 1'], /Here it is --delim;/],
    [
      ['serve', '-p', '8081'],
      /Unknown option -p\. Here it is --port, of pathql serve; see pathql help serve$/m,
    ],
    [['serve', '-x'], /Unknown option -x; see pathql help serve$/m],
    [['-x', 'SELECT 1'], /Unknown option -x; see pathql --help$/m],
    [['-fixedSep:ON', 'SELECT 1'], /Unknown option -fixedSep/],
    [['tail', 'users.csv'], /'tail' is neither a query nor a command; there are query, .*head/],
    [['version'], /'version' is neither a query nor a command/],
    [['heda', 'users.csv'], /Did you mean pathql head\?/],
    [['watch', '--help'], /Unknown command 'watch'/],
    [['nowhere.csv'], /'nowhere.csv' is no query, and there is no such file/],
    [['--delim', 'spaces', 'SELECT 1'], /--delim: fields are parted by one text .*tr -s/],
    [['-iSeparator:spaces', 'SELECT 1'], /--delim: fields are parted by one text/],
    [['--watch', 'SELECT * FROM -'], /--watch needs files that may change, found '-'/],
    [['--port', '1', 'SELECT 1'], /Unknown option --port/],
    [['-o:XML', 'SELECT 1'], /Unknown format 'XML'; allowed are -o:TABLE/],
    [['-o'], /-o needs a value: <format>/],
    [['--ofile:', 'SELECT 1'], /--ofile needs a value: <path>/],
    [['-o:CSV', '-o:CSV', 'SELECT 1'], /-o is given twice/],
    [['--help=yes'], /--help takes no value, got 'yes'/],
    [['SELECT', '1'], /one argument with the whole query, got 2: put it in quotes/],
    [['serv'], /neither a query nor a command; there are .*\. Did you mean pathql serve\?/],
    [['help', 'srve'], /Unknown command 'srve'.*Did you mean serve\?/],
    [['serve', 'now'], /pathql serve takes no arguments, got 'now'/],
    [[], /Expected a query, as in/],
    [['--query-timeout-ms', 'x', 'SELECT 1'], /--query-timeout-ms: expected a whole number/],
  ])('%j', async (args, message) => {
    const { exitCode, stdout, stderr, engine } = await runProgram(args);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^pathql: /);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(engine.requests).toEqual([]);
  });

  test.each([
    'id,name\n1,Ada\n',
    'ip;path\n',
    'a|b\n1|2\n',
    '{"id": 1}\n',
    '\n [{"id": 1}]',
    '<!doctype html>\n',
  ])('data piped in without a query: %j', async (stdin) => {
    const { exitCode, stderr } = await runProgram([], { stdin });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('got what looks like data. To query it: command | pathql'),
    });
  });

  test.each([
    '-- a, b\nSELECT 1',
    '(SELECT 1)',
    'values (1), (2)',
    '/* a;b */ SELECT 1',
  ])('a query piped in is none of it: %j', async (stdin) => {
    const { exitCode, engine } = await runProgram([], { stdin });
    expect(exitCode).toBe(0);
    expect(engine.requests).toHaveLength(1);
  });

  test('standard input that is not UTF-8', async () => {
    const { exitCode, stderr } = await runProgram([], { stdin: Buffer.from([0xff]) });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/UTF-8. To query data: command \| pathql "SELECT \* FROM -"/),
    });
  });
});

describe('an error', () => {
  test.each([
    'sql_syntax',
    'column_not_found',
    'file_not_found',
    'disk_full',
  ] as const)('of the engine (%s) has the exit code of the catalogue', async (code) => {
    const { exitCode, stdout, stderr } = await runProgram(['SELECT 1'], {
      engine: fail(code, 'what went wrong'),
    });
    expect(exitCode).toBe(errorCatalogue[code].exitCode);
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'pathql: what went wrong\n' });
  });

  test('that is ours shows its cause', async () => {
    const engine = new StandInEngine(() => Promise.reject(new Error('broken inside')));
    const { exitCode, stderr } = await runProgram(['SELECT 1'], { engine });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^pathql: Internal error.*\nError: broken inside\n {4}at /);
  });

  test('has colours on a terminal only, and not with NO_COLOR', async () => {
    const engine = fail('sql_syntax', 'bad at line 1\nSELECT x\n       ^');
    const coloured = await runProgram(['x y'], { engine, isTerminal: true });
    const plain = await runProgram(['x y'], { engine, isTerminal: true, env: { NO_COLOR: '1' } });
    expect(coloured.stderr).toContain('\u001b[32m       ^\u001b[0m');
    expect(plain.stderr).toBe('pathql: bad at line 1\nSELECT x\n       ^\n');
  });

  test('cannot steer the terminal', async () => {
    const engine = fail('file_not_found', "No file '\u001b[2J\u0007x'");
    expect((await runProgram(['x y'], { engine })).stderr).toBe(
      "pathql: No file '\uFFFD[2J\uFFFDx'\n",
    );
  });
});

test.each([
  [['--skip', 'x', 'SELECT 1'], 2, '--skip'],
  [['SELECT * FROM read_csv(x.csv, skip=y)'], 4, 'The option skip of read_csv'],
  [['--quote', '', "FROM a.csv, read_csv('x.csv', skip=y)"], 2, 'The option skip of read_csv'],
])('a wrong read option is one of the command line where it is a flag: %j', async (args, code, name) => {
  const engine = fail('read_option_invalid', 'The option skip of read_csv expects a number');
  const { exitCode, stderr } = await runProgram(args, { engine });
  expect({ exitCode, stderr }).toEqual({
    exitCode: code,
    stderr: `pathql: ${name} expects a number\n`,
  });
});

test.each([
  ['FROM x.csv', "mend it: read_csv('x.csv', skip=1)\nAs flags: --skip 1\n"],
  ['FROM x.csv a JOIN x.csv b', "mend it: read_csv('x.csv', skip=1)\nAs flags: --skip 1\n"],
  ["FROM read_csv('x.csv')", "mend it: read_csv('x.csv', skip=1)\n"],
  ['FROM x.csv JOIN y.csv', "mend it: read_csv('x.csv', skip=1)\n"],
  ['FROM *.csv', "mend it: read_csv('x.csv', skip=1)\n"],
])('a call that reads the file is said as flags, too, where these change how no other file is read: %s', async (sql, words) => {
  const engine = fail('csv_invalid', "mend it: read_csv('x.csv', skip=1)");
  const { exitCode, stderr } = await runProgram([sql], { engine });
  expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: `pathql: ${words}` });
});

describe('stopping', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s interrupts the query, exit code %d, no message', async (signal, code) => {
    const engine = new StandInEngine(untilAborted);
    const onStop = (react: (signal: StopSignal) => void) => {
      const asked = setInterval(() => {
        if (engine.requests.length === 0) return;
        clearInterval(asked);
        react(signal);
      }, 1);
    };
    const { exitCode, stderr } = await runProgram(['SELECT 1'], { engine, onStop });
    expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: '' });
  });

  const refusing = (code: string) =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
    });

  test('a reader that leaves ends the query quietly', async () => {
    const { exitCode, stderr, engine } = await runProgram(['SELECT 1'], {
      stdout: refusing('EPIPE'),
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(engine.requests[0]?.signal?.aborted).toBe(true);
  });

  test('a reader that leaves ends a look at a file quietly', async () => {
    const { exitCode, stderr } = await runProgram(['sniff', 'x.csv'], {
      stdout: refusing('EPIPE'),
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  test('an output that cannot be written is exit code 1', async () => {
    const { exitCode, stderr } = await runProgram(['SELECT 1'], { stdout: refusing('ENOSPC') });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: "pathql: Cannot write 'standard output': the disk is full\n",
    });
  });
});

describe('help and version', () => {
  test('name every command and option', async () => {
    const { stdout, exitCode } = await runProgram(['--help']);
    expect(exitCode).toBe(0);
    for (const word of ['serve', 'help', '-o:', '--ofile:', '--data-dir:', '--version', 'Exit']) {
      expect(stdout).toContain(word);
    }
    expect((await runProgram(['help'])).stdout).toBe(stdout);
    expect((await runProgram(['-h'])).stdout).toBe(stdout);
  });

  test('of one command', async () => {
    const { stdout } = await runProgram(['help', 'serve']);
    expect(stdout).toContain('--port:<port>');
    expect(stdout).not.toContain('--ofile');
    expect((await runProgram(['serve', '--help'])).stdout).toBe(stdout);
  });

  test('the version', async () => {
    expect((await runProgram(['--version'])).stdout).toBe('pathql 7.8.9\n');
  });
});
