// The tool in a real pseudo-terminal.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import stringWidth from 'string-width';
import { afterAll, describe, expect, test } from 'vitest';
import { newDataFolder, programPath, runToEnd } from './program.ts';

const rows = Array.from({ length: 200 }, (_, i) => `${i},${'long text '.repeat(8)}${i},`);
const data = newDataFolder({
  'wide.csv': 'id,名前,note\n1,日本語のとても長い名前です,"two\nlines"\n22,🐞 bug,\n',
  'long.csv': `id,text,nothing\n${rows.join('\n')}\n`,
  'escape.csv': 'a\n\u001b[31mred\u001b]0;title\u0007\n',
});
afterAll(() => data.remove());

interface Session {
  readonly exitCode: number;
  readonly screen: string;
}

interface Terminal {
  readonly columns?: number;
  readonly env?: Record<string, string>;
  readonly file?: string;
  /** Sees what has come so far. */
  readonly react?: (pty: IPty, screen: string) => void;
}

function inTerminal(args: readonly string[], options: Terminal = {}): Promise<Session> {
  const { columns = 80, env = {}, file = process.execPath, react } = options;
  const { PATH = '', HOME = '' } = process.env;
  const command = file === process.execPath ? [programPath, ...args] : [...args];
  const pty = spawn(file, command, {
    cols: columns,
    rows: 24,
    cwd: data.path,
    env: { PATH, HOME, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
  });
  let screen = '';
  pty.onData((text) => {
    screen += text;
    react?.(pty, screen);
  });
  return new Promise((resolve) => pty.onExit(({ exitCode }) => resolve({ exitCode, screen })));
}

const plain = (screen: string) =>
  screen.replace(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll('\r', '');

describe.each([40, 80, 200])('a table in %i columns', (columns) => {
  test('fits, its columns aligned whatever the script', async () => {
    const { exitCode, screen } = await inTerminal(['SELECT * FROM wide.csv'], { columns });
    const lines = plain(screen).trimEnd().split('\n');
    expect(exitCode).toBe(0);
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    const noteAt = (line: string, text: string) => stringWidth(line.slice(0, line.indexOf(text)));
    const [head = '', , first = '', second = ''] = lines;
    expect(noteAt(first, 'two↵lines')).toBe(noteAt(head, 'note'));
    expect(noteAt(second, 'NULL')).toBe(noteAt(head, 'note'));
    expect(first).toMatch(/^ 1 {2}日/);
    expect(lines[4]).toMatch(/^\(2 rows, \d+ ms\)$/);
  });

  test('cuts what is longer with an ellipsis', async () => {
    const sql = 'SELECT id, text FROM long.csv LIMIT 2';
    const { screen } = await inTerminal([sql], { columns });
    const first = plain(screen).split('\n')[2] ?? '';
    expect(stringWidth(first)).toBeLessThanOrEqual(columns);
    expect(first.endsWith('…')).toBe(columns < 90);
  });
});

test('NULL is dimmed, and nothing is coloured with --no-color or NO_COLOR', async () => {
  const sql = 'SELECT NULL AS n';
  expect((await inTerminal([sql])).screen).toContain('\u001b[2mNULL\u001b[0m');
  for (const { screen } of [
    await inTerminal(['--no-color', sql]),
    await inTerminal([sql], { env: { NO_COLOR: '1' } }),
  ]) {
    expect(screen).toContain('NULL');
    expect(screen).not.toContain('\u001b[');
  }
});

test('a message is coloured, but not with --no-color', async () => {
  expect((await inTerminal(['SELEC 1'])).screen).toContain('\u001b[1;31mpathql:');
  const { screen } = await inTerminal(['--no-color', 'SELEC 1']);
  expect(screen).toContain('pathql:');
  expect(screen).not.toContain('\u001b[');
});

test('values cannot steer the terminal', async () => {
  const { screen } = await inTerminal(['--no-color', 'SELECT * FROM escape.csv']);
  expect(screen).not.toContain('\u001b');
  expect(screen).toContain('\uFFFD[31mred\uFFFD]0;title\uFFFD');
});

test('what is longer than the screen goes through the pager, all of it', async () => {
  const path = join(data.path, 'paged.txt');
  const env = { PAGER: `tee ${path}` };
  expect((await inTerminal(['SELECT id FROM long.csv'], { env })).exitCode).toBe(0);
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(203);
});

test('a pager that is not there or leaves early is no fault', async () => {
  const missing = await inTerminal(['SELECT id FROM long.csv'], {
    env: { PAGER: 'no-such-pager' },
  });
  expect(missing.exitCode).toBe(0);
  expect(plain(missing.screen)).toContain('(200 rows');
  const left = await inTerminal(['SELECT i FROM range(300000) r(i)'], {
    env: { PAGER: 'head -2' },
  });
  expect(left.exitCode).toBe(0);
});

test('Ctrl-C ends a long query quietly, and its progress goes without a trace', async () => {
  let isAsked = false;
  const endless =
    'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = -1';
  const { exitCode, screen } = await inTerminal([endless], {
    react: (pty, screen) => {
      if (isAsked || !/for \d s/.test(screen)) return;
      isAsked = true;
      pty.write('\u0003');
    },
  });
  expect(exitCode).toBe(130);
  expect(screen.endsWith('\r\u001b[K') || screen.endsWith('\u001b[K^C\r\u001b[K')).toBe(true);
});

test('to a file the same query prints nothing', async () => {
  const { exitCode, screen } = await inTerminal(['--ofile:out.csv', 'SELECT 1 AS a']);
  expect({ exitCode, screen }).toEqual({ exitCode: 0, screen: '' });
  expect(readFileSync(join(data.path, 'out.csv'), 'utf8')).toBe('a\n1\n');
});

describe('bash completes', () => {
  test.each([
    ['commands', 'pathql sch', 'schema'],
    ['options', 'pathql --sta', '--stats'],
    ['formats', 'pathql -o MARK', 'MARKDOWN'],
    ['files of a command', 'pathql head lon', 'long.csv'],
    ['files after FROM in the quoted query', 'pathql "SELECT * FROM lon', 'long.csv'],
    ['files after JOIN', 'pathql "SELECT * FROM long.csv a join wid', 'wide.csv'],
  ])('%s', async (_, typed, completed) => {
    const { stdout } = await runToEnd(['completion', 'bash']);
    data.write('completion.bash', stdout);
    const steps: [seen: RegExp, input: string][] = [
      // The bell would stand among the letters.
      [/ready>/, `bind 'set bell-style none'; source completion.bash; echo sour""ced\r`],
      [/sourced\r?\nready>/, `${typed}\t`],
      [new RegExp(`${completed}`), '\u0015exit\r'],
    ];
    const { screen } = await inTerminal(['--norc', '--noprofile', '-i'], {
      file: 'bash',
      env: { PS1: 'ready>', TERM: 'dumb' },
      react: (pty, screen) => {
        const [seen, input] = steps[0] ?? [];
        if (seen === undefined || input === undefined || !seen.test(screen)) return;
        steps.shift();
        pty.write(input);
      },
    });
    expect(screen).toContain(completed);
  });
});
