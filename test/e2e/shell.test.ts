// The interactive shell in a real terminal.
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { newDataFolder, programPath } from './program.ts';
import { TerminalUser } from './terminal-user.ts';

const rows = Array.from({ length: 200 }, (_, i) => `${i},row ${i}`);
const data = newDataFolder({
  'users.csv': 'id,name,birth year\n1,Ada,1815\n2,Bo,1990\n',
  'two words.csv': 'a\n1\n',
  'long.csv': `id,text\n${rows.join('\n')}\n`,
  'semicolons.csv': 'a;b\n1;2\n',
  'report.sql': 'SELECT 11 AS eleven;\nSELECT 12 AS twelve;\n',
});
mkdirSync(join(data.path, 'logs'));
data.write('logs/jan.csv', 'a\n1\n');
afterAll(() => data.remove());

let stateNumber = 0;

/** Its first prompt is there. */
async function openShell(options: { args?: readonly string[]; env?: Record<string, string> } = {}) {
  stateNumber += 1;
  const env = {
    XDG_STATE_HOME: join(data.path, `state-${stateNumber}`),
    PAGER: '',
    ...options.env,
  };
  const user = new TerminalUser(process.execPath, [programPath, ...(options.args ?? [])], {
    cwd: data.path,
    env,
  });
  onTestFinished(() => user.leave());
  await user.see('pathql> ');
  return { user, history: join(env.XDG_STATE_HOME, 'pathql/history') };
}

const leave = async (user: TerminalUser) => {
  user.type('\u0004');
  expect(await user.exited).toBe(0);
};

test('answers statements, of one line and of many, until Ctrl-D', async () => {
  const { user } = await openShell();
  user.type('SELECT name FROM users.csv ORDER BY id;\r');
  expect(await user.see(/\(2 rows.*\)\npathql> /)).toMatch(/name\n─+\nAda\nBo\n/);
  user.type('SELECT count(*) AS n\r');
  await user.see('   ...> ');
  user.type('FROM users.csv;\r');
  expect(await user.see(/\(1 row.*\)\npathql> /)).toMatch(/n\n─\n2\n/);
  await leave(user);
});

test('commands of psql are understood, and within a statement told to be a line of it', async () => {
  const { user } = await openShell();
  user.type('\\d users.csv\r');
  await user.see(/birth year +BIGINT[\s\S]*pathql> /);
  user.type('\\dt\r');
  await user.see(/Unknown command \\dt; there are \.help[\s\S]*pathql> /);
  user.type('SELECT 1\r');
  await user.see('   ...> ');
  user.type('exit\r');
  await user.see(/End it with ; or drop it with Ctrl-C\.[\s\S]* \.\.\.> /);
  user.type('\u0003');
  await user.see('pathql> ');
  user.type('\\q\r');
  expect(await user.exited).toBe(0);
});

test('several statements pasted at once run in their order', async () => {
  const { user } = await openShell();
  user.type("SELECT 'one;' AS a;\rSELECT\r2 AS b; SELECT 3 AS c;\r");
  const screen = await user.see(/c\n─\n3\n/);
  expect(screen).toMatch(/one;[\s\S]*b\n─\n2\n[\s\S]*c\n─\n3\n/);
  await user.see('pathql> ');
  await leave(user);
});

test('a fault is shown with its place, and ends nothing', async () => {
  const { user } = await openShell();
  user.type('SELECT nam FROM users.csv;\r');
  expect(await user.see(/\^\^\^\npathql> /)).toContain(
    'Column "nam" does not exist. Did you mean "name"? at line 1, column 8\nSELECT nam FROM users.csv;\n       ^^^',
  );
  user.type('.shcema users.csv\r');
  await user.see('Did you mean .schema?');
  user.type('SELECT 5 AS five;\r');
  await user.see(/five\n─+\n +5\n/);
  await user.see('pathql> ');
  await leave(user);
});

test('goes on after Ctrl-Z and fg', async () => {
  const user = new TerminalUser('bash', ['--norc', '-i'], {
    cwd: data.path,
    env: { PS1: 'bash> ', XDG_STATE_HOME: join(data.path, 'state-stopped') },
  });
  onTestFinished(() => user.leave());
  await user.see('bash> ');
  user.type(`'${process.execPath}' '${programPath}'\r`);
  await user.see('pathql> ');
  for (const number of [1, 2]) {
    user.type(`SELECT ${number} AS\u001a`);
    await user.see(/Stopped[\s\S]*bash> /);
    user.type('fg\r');
    await user.see('pathql> ');
    user.type(` n${number};\r`);
    await user.see(new RegExp(`n${number}\\n─+\\n +${number}\\n`));
    await user.see('pathql> ');
  }
  user.type('\u0004');
  await user.see('bash> ');
});

test('one long value of many lines holds up nothing', async () => {
  data.write('page.csv', `id,body\n1,"${'a line of a long text\n'.repeat(20_000)}"\n`);
  const { user } = await openShell();
  user.type('SELECT * FROM page.csv;\r');
  await user.see(/1 {2}a line of a long text↵a line[\s\S]*…\n\(1 row/);
  await user.see('pathql> ');
  await leave(user);
});

test('Ctrl-C gives up a line, ends a query, and never the shell', async () => {
  const { user } = await openShell();
  user.type('SELECT 1,\r');
  await user.see('   ...> ');
  user.type('nonsense\u0003');
  await user.see(/\^C\npathql> /);
  user.type(
    'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = -1;\r',
  );
  await user.see(/for \d s/);
  user.type('\u0003');
  await user.see(/The query was cancelled\n(?:.*\n)?pathql> /);
  user.type('SELECT 6 AS six;\r');
  await user.see(/six\n─+\n +6\n/);
  await user.see('pathql> ');
  await leave(user);
});

test('history outlives the shell: a statement is one entry, for its owner only', async () => {
  const { user, history } = await openShell();
  user.type('SELECT 71\rAS old;\r');
  await user.see(/\(1 row.*\)\npathql> /);
  await leave(user);
  expect(readFileSync(history, 'utf8')).toBe('SELECT 71 AS old;\n');
  expect(statSync(history).mode & 0o077).toBe(0);
  stateNumber -= 1;
  const { user: later } = await openShell();
  later.type('\u001b[A\r');
  await later.see(/old\n─+\n +71\n/);
  await later.see('pathql> ');
  await leave(later);
});

describe('Tab completes', () => {
  test.each([
    ['a file', 'SELECT * FROM us\t;\r', /1 {2}Ada/],
    ['a file with blanks', 'SELECT 77 AS x, * FROM two\t;\r', /77 +1/],
    ['a file in a folder', 'SELECT 78 AS x, * FROM log\t', /logs\//, 'ja\t;\r', /78 +1/],
    ['a keyword', 'SEL\t79 AS x;\r', /x\n─+\n79|x\n─+\n +79/],
    ['a function', "SELECT leven\t'a', 'b') AS d;\r", /d\n─\n1/],
  ] as const)('%s', async (_, keys, seen, moreKeys?, moreSeen?) => {
    const { user } = await openShell();
    for (const key of keys.split(/(?<=\t)/)) {
      user.type(key.replace('\t', ''));
      if (key.endsWith('\t')) {
        user.type('\t');
        await settled(user);
      }
    }
    await user.see(seen);
    if (moreKeys !== undefined && moreSeen !== undefined) {
      const [before = '', after = ''] = moreKeys.split('\t');
      user.type(`${before}\t`);
      await user.see('.csv');
      user.type(after);
      await user.see(moreSeen);
    }
  });

  test('columns of the files that the statement or an earlier one names', async () => {
    const { user } = await openShell();
    user.type('SELECT id FROM users.csv WHERE birth\t');
    await user.see('"birth year"');
    user.type('> 1900;\r');
    await user.see(/id\n──\n 2\n/);
    await user.see('pathql> ');
    user.type('SELECT nam\t');
    await user.see('SELECT name');
    user.type('FROM users.csv;\r');
    await user.see('Ada');
    await user.see('pathql> ');
    await leave(user);
  });

  test('commands and their formats', async () => {
    const { user } = await openShell();
    user.type('.mo\t');
    await user.see('.mode ');
    user.type('VERT\t');
    await user.see('VERTICAL');
    user.type('\r');
    await user.see('pathql> ');
    user.type('SELECT 1 AS a;\r');
    await user.see(/── row 1 ─+\na {2}1\n/);
    await user.see('pathql> ');
    await leave(user);
  });
});

/** What is completed is written; the next key must not come before. */
async function settled(user: TerminalUser): Promise<void> {
  let before = '';
  while (before !== user.screen) {
    before = user.screen;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}

test('.schema, .timer, .output, .read, .open and .help', async () => {
  const { user } = await openShell();
  user.type('.help\r');
  const help = await user.see(/\.exit[^\n]*\n\npathql> |\.exit[^\n]*\npathql> /);
  for (const name of ['.help', '.schema', '.mode', '.timer', '.output', '.open', '.read']) {
    expect(help).toContain(`\n  ${name} `);
  }
  user.type('.schema users.csv\r');
  await user.see(/birth year +BIGINT/);
  await user.see('pathql> ');
  user.type('.timer on\rSELECT 1 AS t;\r');
  await user.see(/execution_time_ms: \d/);
  await user.see('pathql> ');
  user.type('.timer off\r.output rows.json\r');
  await user.see("The next result goes to 'rows.json'.");
  await user.see('pathql> ');
  user.type('SELECT id FROM users.csv;\r');
  await user.see("2 rows are in 'rows.json'.");
  expect(JSON.parse(readFileSync(join(data.path, 'rows.json'), 'utf8'))).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  await user.see('pathql> ');
  user.type('.output x.xls\r');
  await user.see("names that end in '.xls'");
  user.type('.mode parquet\r');
  await user.see('.output result.parquet');
  user.type('.read report.sql\r');
  await user.see(/eleven[\s\S]*11[\s\S]*twelve[\s\S]*12/);
  await user.see('pathql> ');
  user.type('.open logs\r');
  await user.see('nothing else can be read');
  await user.see('pathql> ');
  user.type('SELECT count(*) AS n FROM jan.csv;\r');
  await user.see(/n\n─\n1\n/);
  await user.see('pathql> ');
  user.type('SELECT * FROM ../users.csv;\r');
  await user.see('it is outside the data folder');
  await user.see('pathql> ');
  user.type(`.output ${join(data.path, 'outside.parquet')}\r`);
  await user.see('pathql> ');
  user.type('SELECT * FROM jan.csv;\r');
  await user.see('1 row is in');
  expect(existsSync(join(data.path, 'outside.parquet'))).toBe(true);
  await user.see('pathql> ');
  user.type('exit\r');
  expect(await user.exited).toBe(0);
});

test('long results go through the pager, which gets the keys', async () => {
  const { user } = await openShell({ env: { PAGER: 'less -X' } });
  user.type('SELECT id, text FROM long.csv;\r');
  await user.see('row 19');
  user.type('G');
  await user.see('(200 rows');
  user.type('q');
  await user.see('pathql> ');
  user.type('SELECT 8 AS eight;\r');
  await user.see(/eight\n─+\n +8\n/);
  await user.see('pathql> ');
  await leave(user);
});

test('options of the start hold for every statement', async () => {
  const { user } = await openShell({ args: ['--delim', ';', '-o:CSV', '--quiet'] });
  user.type('SELECT a + b AS c FROM semicolons.csv;\r');
  await user.see(/c\n3\n/);
  await user.see('pathql> ');
  await leave(user);
});

test('a file that changed is seen by the next statement', async () => {
  data.write('growing.csv', 'a\n1\n');
  const { user } = await openShell();
  for (const count of [1, 2, 3]) {
    data.write('growing.csv', `a\n${'1\n'.repeat(count)}`);
    user.type(`SELECT ${count}0 + count(*) AS n FROM growing.csv;\r`);
    await user.see(new RegExp(`n\\n──\\n${count}${count}\\n`));
    await user.see('pathql> ');
  }
  await leave(user);
});
