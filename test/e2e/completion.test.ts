// Completion in the real shells: what a person sees after Tab.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { newDataFolder, programPath } from './program.ts';
import { TerminalUser } from './terminal-user.ts';

const data = newDataFolder({
  'users.csv': 'id\n1\n',
  'two words.csv': 'id\n1\n',
  'tables.csv': 'id\n1\n',
  'dol$lar.csv': 'id\n1\n',
  'tick`s.csv': 'id\n1\n',
  'notes.pdf': '',
});
mkdirSync(join(data.path, 'logs'));
data.write('logs/jan.csv', 'id\n1\n');
mkdirSync(join(data.path, 'old logs'));
data.write('old logs/jan.csv', 'id\n1\n');
mkdirSync(join(data.path, 'bin'));
chmodSync(
  data.write('bin/pathql', `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n`),
  0o755,
);
afterAll(() => data.remove());

const PATH = `${join(data.path, 'bin')}${delimiter}${process.env.PATH}`;

interface Shell {
  readonly args: readonly string[];
  readonly start: string;
}

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    args: ['--norc', '--noprofile', '-i'],
    start: "PS1='> '; bind 'set bell-style none'; source <(pathql completion bash); echo ready\r",
  },
  zsh: {
    args: ['-f', '-i'],
    start:
      "PS1='> '; autoload -U compinit; compinit -u -D; source <(pathql completion zsh); echo ready\r",
  },
  fish: {
    args: ['--no-config', '-i'],
    start: 'pathql completion fish | source; echo ready\r',
  },
};

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function openShell(name: string): Promise<TerminalUser> {
  const { args, start } = shells[name] as Shell;
  const env = { PATH, HOME: data.path, XDG_DATA_HOME: data.path, XDG_CONFIG_HOME: data.path };
  const user = new TerminalUser(name, args, { cwd: data.path, columns: 120, env });
  onTestFinished(() => user.leave());
  user.type(start);
  await user.see(/\nready\n/);
  return user;
}

describe.each(Object.keys(shells))('%s', (name) => {
  // fish only adds to what is typed: the quote of a path with blanks has to be there.
  const begun = name === 'fish' ? "'two" : 'two';
  const typed: readonly (readonly [what: string, keys: string, seen: string])[] = [
    ['a command', 'pathql sche', 'pathql schema'],
    ['an option', 'pathql head --del', '--delim'],
    ['a file of a command', 'pathql head use', 'pathql head users.csv'],
    ['a file after FROM', 'pathql "SELECT * FROM us', 'SELECT * FROM users.csv'],
    ['a file with blanks', `pathql "SELECT * FROM ${begun}`, "'two words.csv'"],
    ['a file in a folder', 'pathql "SELECT * FROM logs/j', 'SELECT * FROM logs/jan.csv'],
    ['a command of help', 'pathql help sni', 'pathql help sniff'],
    ['a shell', 'pathql completion zs', 'pathql completion zsh'],
    ['a keyword', 'pathql "SELECT * FR', 'SELECT * FROM'],
    ['in single quotes', "pathql 'SELECT * FROM us", "'SELECT * FROM users.csv"],
  ];

  test.skipIf(!isInstalled(name)).each(typed)('%s', async (_, keys, seen) => {
    const user = await openShell(name);
    user.type(keys);
    await user.glimpse(keys.slice(-3));
    user.type('\t');
    await user.see(seen);
    // A second Tab adds nothing to what is complete.
    user.type('\t');
    user.type('\u0005\u0015');
    expect(lastLine(user.screen)).not.toContain(seen.slice(-5).repeat(2));
  });

  test.skipIf(!isInstalled(name))('a keyword has the letter case of what is typed', async () => {
    const user = await openShell(name);
    user.type('pathql "SELECT id FROM users.csv ORDER BY na');
    await user.glimpse('BY na');
    user.type('\t');
    await user.see('BY natural');
  });

  test.skipIf(!isInstalled(name)).each([
    ['pathql serve --log-format t', '--log-format text'],
    ['pathql serve --log-level de', '--log-level debug'],
    ['pathql -o MARK', '-o MARKDOWN'],
  ])('%s', async (keys, seen) => {
    const user = await openShell(name);
    user.type(keys);
    await user.glimpse(keys.slice(-3));
    user.type('\t');
    await user.see(seen);
  });

  const blanks = name === 'fish' ? '"two' : 'two';
  const continued: readonly (readonly [what: string, query: string, begun: readonly string[]])[] = [
    ['a file', '"', ['use']],
    ['a file, in single quotes', "'", ['use']],
    ['a file with blanks', '"', [begun]],
    ['a file with blanks, in single quotes', "'", [blanks]],
    ['a file in a folder', '"', ['log', 'j']],
    ['a file in a folder, in single quotes', "'", ['log', 'j']],
    ['a file in a folder with blanks', '"', [name === 'fish' ? "'old" : 'old', 'j']],
  ];

  test.skipIf(!isInstalled(name)).each(continued)(
    'the query goes on behind %s',
    async (_, quote, parts) => {
      const user = await openShell(name);
      user.type(`pathql -o:CSV ${quote}SELECT id + 40 AS n FROM `);
      for (const part of parts) {
        user.type(part);
        await user.glimpse(part);
        user.type('\t');
        await user.see(part === parts.at(-1) ? '.csv' : '/');
      }
      user.type(` WHERE id = 1${quote}\r`);
      await user.see(/\nn\n41\n/);
    },
  );

  test.skipIf(!isInstalled(name))('the query goes on behind a keyword', async () => {
    const user = await openShell(name);
    user.type('pathql -o:CSV "SELECT id + 40 AS n FR');
    await user.glimpse('FR');
    user.type('\t');
    await user.see('FROM');
    user.type(' users.csv"\r');
    await user.see(/\nn\n41\n/);
  });
});

// A second Tab lists what there is.
test.skipIf(!isInstalled('bash')).each([
  ['"SELECT city, count(*) FROM users.csv GROUP BY c', 'count('],
  ['"SELECT id FROM users.csv WHERE i', 'ifnull('],
  ['"SELECT id FROM users.csv ORDER B', 'BETWEEN'],
])('bash keeps what is typed of %s', async (query, listed) => {
  const user = await openShell('bash');
  user.type(`pathql ${query}`);
  await user.glimpse(query);
  user.type('\t\t');
  await user.see(listed);
  user.type('#"\u0001: \u0005; echo kept\r');
  await user.see('\nkept\n');
  const word = query.slice(query.lastIndexOf(' ') + 1);
  expect(user.screen).toContain(` ${word}#"`);
});

test.skipIf(!isInstalled('bash')).each([
  ['pathql -o mark', '-o markdown'],
  ['pathql -o:mark', '-o:markdown'],
  ['pathql "SELECT id FROM t', "'t#"],
  ['pathql head --date-format C', '--date-format C#'],
  ['pathql head --timestamp-format t', '--timestamp-format t#'],
])('bash keeps the letters of %s', async (keys, seen) => {
  const user = await openShell('bash');
  user.type(keys);
  await user.glimpse(keys.slice(-3));
  user.type('\t#');
  await user.see(seen);
});

describe.each(['bash', 'zsh'])('%s', (name) => {
  test.skipIf(!isInstalled(name)).each(['do', 'tic'])(
    'marks of its own are escaped: %s',
    async (begun) => {
      const user = await openShell(name);
      user.type(`pathql -o:CSV "SELECT 50 + count(*) AS n FROM ${begun}`);
      await user.glimpse(begun);
      user.type('\t');
      await user.see('.csv');
      user.type('"\r');
      await user.see(/\nn\n51\n/);
    },
  );
});

function lastLine(screen: string): string {
  return screen.split('\n').at(-1) ?? '';
}
