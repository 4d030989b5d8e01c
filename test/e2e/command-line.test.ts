// The tool as people run it: arguments, pipes, files, signals.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { smallFileSystem } from '../small-file-system.ts';
import { exitOf, finish, newDataFolder, programPath, runToEnd, startProgram } from './program.ts';
import { sampleFiles } from './sample-files.ts';

const data = newDataFolder(sampleFiles);
afterAll(() => data.remove());
const run = (args: readonly string[], stdin?: string) =>
  runToEnd(args, { cwd: data.path, ...(stdin !== undefined && { stdin }) });

async function output(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

describe('line-delimited JSON', () => {
  const sql = 'SELECT name AS who, age FROM users.csv ORDER BY id';

  test('one flat object per row, keys in result order', async () => {
    expect(await output('-o:JSON', sql)).toBe(
      '{"who":"Ada","age":36}\n{"who":"Bo","age":27}\n{"who":"Chi","age":45}\n{"who":"Dee","age":null}\n',
    );
  });

  test('-o:NDJSON is the same to the byte', async () => {
    expect(await output('-o:NDJSON', sql)).toBe(await output('-o:JSON', sql));
  });

  test('every type of the table', async () => {
    const line = await output('-o:JSON', 'SELECT * FROM types.csv');
    expect(line).toContain(
      '"big":9007199254740993,"huge":170141183460469231731687303715,"float":1.5',
    );
    expect(JSON.parse(line)).toMatchObject({
      flag: true,
      text: 'say "hi"\t\\',
      missing: null,
      day: '2024-01-15',
      moment: '2024-01-15T14:30:00',
      zoned: expect.stringMatching(/^2024-01-15T13:30:00\.25\d*Z$/),
    });
  });

  test('objects are flat: nested values are JSON text', async () => {
    const line = await output('-o:JSON', "SELECT [1, 2] AS l, {'a': 1} AS s");
    const { l, s } = JSON.parse(line) as Record<string, string>;
    expect([JSON.parse(l ?? ''), JSON.parse(s ?? '')]).toEqual([[1, 2], { a: 1 }]);
  });

  test('is UTF-8', async () => {
    data.write('utf8.csv', 'имя\nжук 🐞\n');
    expect(await output('-o:JSON', 'SELECT * FROM utf8.csv')).toBe('{"имя":"жук 🐞"}\n');
  });

  test('no rows, no output', async () => {
    expect(await output('-o:JSON', 'SELECT * FROM users.csv WHERE id > 9')).toBe('');
  });
});

describe('CSV', () => {
  test('is the default', async () => {
    const sql = 'SELECT id, name FROM users.csv WHERE id <= 2 ORDER BY id';
    expect(await output(sql)).toBe('id,name\n1,Ada\n2,Bo\n');
    expect(await output('-o:csv', sql)).toBe('id,name\n1,Ada\n2,Bo\n');
  });

  test('without rows it is its header', async () => {
    expect(await output('SELECT id FROM users.csv WHERE id > 9')).toBe('id\n');
  });

  test('what it prints reads back', async () => {
    data.write('again.csv', await output('SELECT * FROM types.csv'));
    expect(await output('-o:JSON', 'SELECT * FROM again.csv')).toBe(
      await output('-o:JSON', 'SELECT * FROM types.csv'),
    );
  });
});

test('the query may come from standard input', async () => {
  expect((await run([], 'SELECT 1 AS n')).stdout).toBe('n\n1\n');
  expect((await run(['-', '-o:JSON'], 'SELECT 1 AS n')).stdout).toBe('{"n":1}\n');
});

describe('--ofile', () => {
  const sql = 'SELECT name FROM users.csv ORDER BY id';
  const files = () =>
    readdirSync(data.path).filter((name) => name.startsWith('out') || name.startsWith('.'));

  test.each([['-o:JSON'], ['-o:CSV']])('holds what %s would print', async (format) => {
    const path = join(data.path, 'out.txt');
    expect(await output(format, `--ofile:${path}`, sql)).toBe('');
    expect(readFileSync(path, 'utf8')).toBe(await output(format, sql));
    expect(files()).toEqual(['out.txt']);
  });

  test('a large result', async () => {
    const path = join(data.path, 'out.txt');
    await output('--ofile', path, 'SELECT range AS n FROM range(1000000)');
    const lines = readFileSync(path, 'utf8').split('\n');
    expect([lines.length, lines[0], lines[1], lines.at(-2)]).toEqual([
      1_000_002,
      'n',
      '0',
      '999999',
    ]);
  });

  test('an error leaves the older file, and nothing else', async () => {
    const path = data.write('out.txt', 'older');
    const { exitCode } = await run([`--ofile:${path}`, 'SELECT nope FROM users.csv']);
    expect(exitCode).toBe(3);
    expect(readFileSync(path, 'utf8')).toBe('older');
    expect(files()).toEqual(['out.txt']);
  });

  test('a device is written to', async () => {
    expect(await output('--ofile:/dev/null', sql)).toBe('');
    expect(await output('--ofile:/dev/stdout', sql)).toBe('name\nAda\nBo\nChi\nDee\n');
  });

  test('a folder that is missing is said so', async () => {
    expect(await run(['--ofile:no/such/out.txt', sql])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: "pathql: Cannot write 'no/such/out.txt': its folder does not exist\n",
    });
  });
});

describe('errors go to standard error only, with an exit code', () => {
  test.each([
    [2, 'SELECT * FORM users.csv'],
    [2, 'DELETE FROM users.csv'],
    [3, 'SELECT nope FROM users.csv'],
    [4, 'SELECT * FROM missing.csv'],
  ])('%d: %s', async (code, sql) => {
    const { exitCode, stdout, stderr } = await run([sql]);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' });
    expect(stderr).toMatch(/^pathql: ./);
  });

  test.each([
    ['-o:JSON'],
    ['-o:CSV'],
    ['--ofile:/dev/null'],
  ])('3: a fault after millions of rows (%s)', async (option) => {
    const sql =
      "SELECT CAST(CASE WHEN range = 5000000 THEN 'x' ELSE '1' END AS INTEGER) AS n FROM range(6000000)";
    const child = startProgram([option, sql], { cwd: data.path });
    child.stdin.end();
    child.stdout.resume();
    expect(await exitOf(child)).toBe(3);
  });

  test('3: a time limit after some rows', async () => {
    const child = startProgram(['--query-timeout-ms=300', 'SELECT * FROM range(100000000000)']);
    child.stdin.end();
    child.stdout.resume();
    expect(await exitOf(child)).toBe(3);
  });

  test('2: an unknown option', async () => {
    const { exitCode, stderr } = await run(['--ofil:x', 'SELECT 1']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean --ofile?'),
    });
  });
});

describe('a pipe', () => {
  const inShell = (command: string) =>
    execFileSync('bash', ['-c', command], { cwd: data.path, encoding: 'utf8', timeout: 120_000 });
  const program = `"${process.execPath}" "${programPath}"`;

  test.each([['-o:JSON'], ['-o:CSV'], ['-o:TSV']])('gets what a file would hold (%s)', (format) => {
    const sql = 'SELECT range AS n, \'x\' || range AS "t," FROM range(1000000)';
    const call = `${program} ${format} '${sql.replaceAll("'", "'\\''")}'`;
    expect(inShell(`${call} | cksum`)).toBe(inShell(`${call} --ofile:whole && cksum < whole`));
  });

  test('a fault after millions of rows is seen behind it', () => {
    const sql = "SELECT if(range = 5000000, 'x', '1')::INTEGER AS n FROM range(6000000)";
    const call = `${program} "${sql}" 2>/dev/null | cat >/dev/null; echo "\${PIPESTATUS[0]}"`;
    expect(inShell(call)).toBe('3\n');
  });

  test.each([
    'SIGINT',
    'SIGTERM',
  ] as const)('%s ends a query whose rows nobody reads', async (signal) => {
    const pipe = join(data.path, `pipe-${signal}`);
    execFileSync('mkfifo', [pipe]);
    const reading = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = openSync(pipe, constants.O_WRONLY);
    const child = spawn(process.execPath, [programPath, 'SELECT * FROM range(100000000000)'], {
      stdio: ['ignore', writing, 'ignore'],
    });
    closeSync(writing);
    const read = () => {
      try {
        return readSync(reading, Buffer.alloc(8));
      } catch {
        return 0;
      }
    };
    await expect.poll(read).toBeGreaterThan(0);
    const exited = new Promise((resolve) => child.once('exit', (...how) => resolve(how)));
    child.kill(signal);
    expect(await exited).toEqual([null, signal]);
    closeSync(reading);
  });
});

describe('stopping', () => {
  const endless = 'SELECT range AS n FROM range(100000000000)';

  test('a reader that leaves ends the program quietly', () => {
    const command = `"${process.execPath}" "${programPath}" "${endless}" | head -2; echo "exit \${PIPESTATUS[0]}"`;
    const text = execFileSync('bash', ['-c', command], { encoding: 'utf8', timeout: 120_000 });
    expect(text).toBe('n\n0\nexit 0\n');
  });

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s interrupts the query and exits with %d', async (signal, code) => {
    const child = startProgram([endless], { cwd: data.path });
    child.stdin.end();
    child.stdout.once('data', () => child.kill(signal));
    const { exitCode, stderr } = await finish(child);
    expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: '' });
  });

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it while standard input comes without an end: %d', async (signal, code) => {
    const folder = newDataFolder();
    const feeder = spawn('yes', ['1,2,3'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const child = spawn(process.execPath, [programPath, 'SELECT count(*) FROM -'], {
      stdio: [feeder.stdout, 'ignore', 'ignore'],
      env: { ...process.env, TMPDIR: folder.path },
    });
    const stored = () =>
      readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes('standard-input'),
      );
    await expect.poll(stored).toHaveLength(1);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    expect(await exited).toBe(code);
    expect(readdirSync(folder.path)).toEqual([]);
    feeder.kill();
    folder.remove();
  });

  test.each(['SIGHUP', 'SIGINT'] as const)('by %s an --ofile leaves nothing', async (signal) => {
    const folder = newDataFolder();
    const child = startProgram([`--ofile:${folder.path}/out.csv`, endless], { cwd: data.path });
    child.stdin.end();
    await expect.poll(() => readdirSync(folder.path).length).toBe(1);
    const exited = exitOf(child);
    child.kill(signal);
    expect(await exited).toBe(signal === 'SIGINT' ? 130 : 129);
    expect(readdirSync(folder.path)).toEqual([]);
    folder.remove();
  });
});

test.each([
  ['--help'],
  ['completion', 'bash'],
  ['help', 'head'],
  ['--version'],
])('%s %s that cannot be written is told', async (...args) => {
  const full = openSync('/dev/full', constants.O_WRONLY);
  const child = spawn(process.execPath, [programPath, ...args], {
    stdio: ['ignore', full, 'pipe'],
  });
  let told = '';
  child.stderr?.on('data', (text) => {
    told += text;
  });
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  closeSync(full);
  expect({ exitCode, told }).toEqual({
    exitCode: 1,
    told: "pathql: Cannot write 'standard output': the disk is full\n",
  });
});

test('DATA_DIR confines the tool too', async () => {
  const outside = newDataFolder({ 'secret.csv': 'n\n1\n' });
  const options = { cwd: '/', env: { DATA_DIR: data.path } };
  expect((await runToEnd(['SELECT name FROM users.csv LIMIT 1'], options)).exitCode).toBe(0);
  const { exitCode } = await runToEnd([`SELECT * FROM ${outside.path}/secret.csv`], options);
  expect(exitCode).toBe(4);
  outside.remove();
});

test('--ofile - is standard output', async () => {
  const { stdout } = await runToEnd(['--ofile', '-', 'SELECT 1 AS a'], { cwd: data.path });
  expect(stdout).toBe('a\n1\n');
});

test('a full disk under --ofile is told as that, and nothing is left on it', async ({ skip }) => {
  const small = await smallFileSystem(64_000);
  if (small === null) return skip('no file system can be mounted here');
  for (const ending of ['csv', 'csv.gz', 'parquet', 'xlsx']) {
    const path = join(small, `numbers.${ending}`);
    const sql = 'SELECT range AS a, hash(range) AS b FROM range(50_000)';
    const { exitCode, stderr } = await runToEnd([`--ofile:${path}`, sql], { cwd: data.path });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `pathql: Cannot write '${path}': the disk is full\n`,
    });
  }
  expect(readdirSync(small)).toEqual([]);
});

test.each([
  ['/dev/fd/63', "The file '/dev/fd/63' does not exist: nothing is open there"],
  ['/dev/fd/1', "Cannot read '/dev/fd/1': it belongs to the operating system"],
  ['/dev/fd/2', "Cannot read '/dev/fd/2': it belongs to the operating system"],
])('%s, which holds no input, is told', async (descriptor, told) => {
  const { exitCode, stderr } = await run([`SELECT count(*) FROM ${descriptor}`]);
  expect(exitCode).toBe(4);
  expect(stderr).toContain(told);
});

test('schema tells what else to ask of a table too wide for it', async () => {
  const names = Array.from({ length: 2_001 }, (_, i) => `c${i}`);
  const wide = newDataFolder({ 'wide.csv': `${names}\n${names.map(() => 1)}\n` });
  const { exitCode, stderr } = await runToEnd(['schema', 'wide.csv'], { cwd: wide.path });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('expected at most 2,000 columns, found 2,001');
  const advised = /DESCRIBE .*?'wide.csv'/.exec(stderr)?.[0] ?? '';
  const { stdout } = await runToEnd([advised], { cwd: wide.path });
  expect(stdout.split('\n')).toHaveLength(2_003);
  const ofFew = /SUMMARIZE .*'wide.csv'/.exec(stderr)?.[0] ?? '';
  expect((await runToEnd([ofFew], { cwd: wide.path })).exitCode).toBe(0);
  wide.remove();
});

test('a working folder that was removed is told', () => {
  const program = `"${process.execPath}" "${programPath}"`;
  const command = `mkdir gone && cd gone && rmdir ../gone && ${program} "SELECT 1" 2>&1; echo $?`;
  const text = execFileSync('bash', ['-c', command], {
    cwd: data.path,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(text).toBe(
    'pathql: The working folder is not there any more, so that no path can start in it\n4\n',
  );
});

test('--version and --help', async () => {
  expect(await output('--version')).toBe(`pathql ${packageJson.version}\n`);
  expect(await output('--help')).toContain('serve');
});

describe('files of any name', () => {
  test.each([
    ['plain paths', ['SELECT b FROM data.dat']],
    ['names without an extension', ['SELECT b FROM noext']],
    ['calls', ["SELECT b FROM read_csv('data.dat', delim=',')"]],
    ['flags', ['--delim', ',', 'SELECT b FROM noext']],
    ['JSON', ["SELECT b FROM read_json('rows.dat')"]],
  ])('%s', async (_, args) => {
    data.write('data.dat', 'a,b\n1,2\n');
    data.write('noext', 'a,b\n1,2\n');
    data.write('rows.dat', '{"a":1,"b":2}\n');
    expect(await output('-o:CSV', ...args)).toBe('b\n2\n');
  });

  test('head, schema, sniff and explain read them, too', async () => {
    data.write('data.dat', 'a,b\n1,2\n');
    for (const command of ['head', 'schema', 'sniff']) await output(command, 'data.dat');
    await output('explain', 'SELECT * FROM data.dat');
  });

  test('an application log is read with all its lines, and takes the flags of CSV', async () => {
    data.write('app.log', '2024-05-01 10:00:00 start\n2024-05-01 10:00:01 stop\n');
    for (const flags of [[], ['--no-header'], ['--delim', ';'], ['--names', 'line']]) {
      const { exitCode, stdout } = await run([
        '-o:CSV',
        ...flags,
        'SELECT count(*) AS n FROM app.log',
      ]);
      expect({ flags, exitCode, stdout }).toEqual({ flags, exitCode: 0, stdout: 'n\n2\n' });
    }
  });
});
