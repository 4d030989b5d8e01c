// Many rows to each kind of standard output: the same bytes, and faults told.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exitOf, newDataFolder, programPath, startProgram } from './program.ts';

const rowCount = 100_000;
const data = newDataFolder({
  'many.csv': `id,name\n${Array.from({ length: rowCount }, (_, i) => `${i},name ${i % 97} é\n`).join('')}`,
});
afterAll(() => data.remove());

const program = `'${process.execPath}' '${programPath}'`;
const all = 'SELECT * FROM many.csv';

interface Ran {
  readonly code: number | null;
  readonly stderr: string;
}

async function inShell(command: string, env: Record<string, string> = {}): Promise<Ran> {
  const options = { cwd: data.path, env: { ...process.env, ...env } };
  const child = spawn('/bin/bash', ['-c', `set -o pipefail; ${command}`], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const parts: Buffer[] = [];
  child.stderr.on('data', (part: Buffer) => parts.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr: Buffer.concat(parts).toString() };
}

async function bySocket(format: string): Promise<Buffer> {
  const child = startProgram([`-o:${format}`, all], { cwd: data.path });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  expect(await exitOf(child)).toBe(0);
  return Buffer.concat(parts);
}

const fine: Ran = { code: 0, stderr: '' };

describe.each(['NDJSON', 'CSV', 'JSONARRAY'])('%s', (format) => {
  const run = `${program} -o:${format} '${all}'`;
  const inFile = (name: string) => readFileSync(join(data.path, name));

  test('a pipe, a file, a socket and a device get the same', async () => {
    expect(await inShell(`${run} | cat > pipe`)).toEqual(fine);
    expect(await inShell(`${run} > file`)).toEqual(fine);
    expect(await inShell(`${run} > /dev/null`)).toEqual(fine);
    expect(await inShell(`${run} --ofile /dev/fd/3 3> device`)).toEqual(fine);
    const piped = inFile('pipe');
    expect(piped.length).toBeGreaterThan(rowCount * 8);
    expect(inFile('file').equals(piped)).toBe(true);
    expect(inFile('device').equals(piped)).toBe(true);
    expect((await bySocket(format)).equals(piped)).toBe(true);
  });

  test('a file that others write, too', async () => {
    await inShell(`{ echo before; ${run}; ${run}; echo behind; } > shared`);
    await inShell(`{ echo before; ${run} | cat; ${run} | cat; echo behind; } > expected`);
    await inShell(`echo before > added; ${run} >> added; ${run} >> added; echo behind >> added`);
    const expected = inFile('expected');
    expect(inFile('shared').equals(expected)).toBe(true);
    expect(inFile('added').equals(expected)).toBe(true);
  });

  test('where the system makes no pipes', async () => {
    mkdirSync(join(data.path, 'bin'), { recursive: true });
    expect(await inShell(`${run} | cat > pipe; PATH=$PWD/bin ${run} > alone`)).toEqual(fine);
    expect(inFile('alone').equals(inFile('pipe'))).toBe(true);
  });
});

describe('faults', () => {
  test.each(['NDJSON', 'JSONARRAY'])('a full disk: %s', async (format) => {
    const { code, stderr } = await inShell(`${program} -o:${format} '${all}' > /dev/full`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "pathql: Cannot write 'standard output': the disk is full\n",
    });
  });

  test.each(['NDJSON', 'JSONARRAY'])('a socket that is closed: %s', async (format) => {
    const child = startProgram([`-o:${format}`, all], { cwd: data.path });
    const exit = exitOf(child);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await exit).toBe(0);
  });

  test('a query that fails on its way', async () => {
    const sql = `SELECT id, CAST(CASE WHEN id = ${rowCount - 1} THEN name ELSE '1' END AS BIGINT) AS n FROM many.csv`;
    const { code, stderr } = await inShell(`${program} -o:NDJSON "${sql}" > failed`);
    expect(code).toBe(3);
    expect(stderr).toContain("Could not convert string 'name ");
  });

  test.each(['NDJSON', 'JSONARRAY'])('a stop while nobody reads: %s', async (format) => {
    const child = startProgram([`-o:${format}`, all], { cwd: data.path });
    const exit = exitOf(child);
    await once(child.stdout, 'readable');
    child.kill('SIGINT');
    expect(await exit).toBe(130);
  });

  test('nothing is left behind', async () => {
    const temporary = join(data.path, 'temporary');
    mkdirSync(temporary);
    await inShell(`${program} -o:NDJSON '${all}' > file`, { TMPDIR: temporary });
    expect(execFileSync('find', [temporary, '-mindepth', '1'], { encoding: 'utf8' })).toBe('');
  });
});
