// Every example of every help runs as it is written, and succeeds.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/run-command.ts';
import { newDataFolder, programPath } from './program.ts';

const users = 'id,name,age,city\n1,Ada,36,Lisbon\n2,Bo,17,Oslo\n';
const data = newDataFolder({
  'users.csv': users,
  'orders.csv': 'id,user_id,total\n1,1,2.5\n2,2,10\n',
  'x.csv': users,
});
const folders = [
  ...['bin', 'data', 'exports', 'logs', '.zfunc', '.config/fish/completions'],
  '.local/share/bash-completion/completions',
];
for (const folder of folders) mkdirSync(join(data.path, folder), { recursive: true });
data.write('exports/may.csv', 'id,total\n1,5\n');
data.write('logs/jan.csv', 'id,path\n1,/a\n');
data.write('export.csv', 'kunde;menge\nMeier;5\n');
chmodSync(
  data.write('bin/pathql', `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n`),
  0o755,
);
execFileSync('gzip', ['-k', 'users.csv'], { cwd: data.path });
afterAll(() => data.remove());

const env = {
  HOME: data.path,
  PATH: `${join(data.path, 'bin')}${delimiter}${process.env.PATH}`,
  SERVER_HOST: '127.0.0.1',
};

/** Those that go on until they are stopped say first that they are there. */
function isEndless(example: string): boolean {
  return /--watch|pathql serve/.test(example);
}

async function runExample(example: string): Promise<{ exitCode: number | null; stderr: string }> {
  const command = example.replace('--port 8080', '--port 0');
  const isStopped = isEndless(example);
  const child = spawn('bash', ['-c', isStopped ? `exec ${command}` : command], {
    cwd: data.path,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  child.stdout.resume();
  if (isStopped) child.stdout.once('data', () => child.kill('SIGTERM'));
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exitCode, stderr };
}

describe.each(
  Object.entries(commands).filter(([, { examples }]) => examples.length > 0),
)('pathql help %s', (_, { examples }) => {
  test.each(examples)('%s', async (example) => {
    const { exitCode, stderr } = await runExample(example);
    const expected = example.includes('--watch') ? 143 : 0;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: expected });
    expect(stderr).not.toContain('pathql:');
  });
});

test('every command but help has one', () => {
  const without = Object.entries(commands).filter(([, { examples }]) => examples.length === 0);
  expect(without.map(([name]) => name)).toEqual(['help']);
});
