// The service as somebody at a terminal starts it, sees what it does, and ends it.
import { expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { newDataFolder, programPath } from './program.ts';
import { TerminalUser } from './terminal-user.ts';

function serveInTerminal(env: Record<string, string> = {}): TerminalUser {
  const data = newDataFolder({ 'n.csv': 'n\n1\n' });
  const settings = { SERVER_HOST: '127.0.0.1', SERVER_PORT: '0', ...env };
  const user = new TerminalUser(process.execPath, [programPath, 'serve'], {
    cwd: data.path,
    columns: 400,
    env: settings,
  });
  onTestFinished(async () => {
    await user.leave();
    data.remove();
  });
  return user;
}

test('three lines say where it listens, where the console is, and who reads what; then there is a line for each request', async () => {
  const user = serveInTerminal();
  await user.see(/folder only\n/);
  const lines = user.screen.split('\n');
  const [, url = ''] = / listens on (http:\/\/127\.0\.0\.1:\d+)$/.exec(lines[0] ?? '') ?? [];
  expect(lines).toEqual([
    `Pathql ${packageJson.version} listens on ${url}`,
    `Console: ${url}/`,
    'Who can read what: anyone on this machine: every data file this process can read; web pages of any origin and requests under other host names: the working folder only',
    '',
  ]);
  await (await fetch(`${url}/api/v1/query?sql=${encodeURIComponent('FROM n.csv')}`)).text();
  await (await fetch(`${url}/api/v1/schema?path=none.csv`)).text();
  await user.see(
    /\d\d:\d\d:\d\d GET \/api\/v1\/query 200 [\d.]+ ms remote_address=127\.0\.0\.1 rows=1\n/,
  );
  await user.see(/\d\d:\d\d:\d\d GET \/api\/v1\/schema 400 .*code=file_not_found\n/);
  user.type('\u0003');
  await user.see(/\d\d:\d\d:\d\d stopping reason=SIGINT .*\n\d\d:\d\d:\d\d stopped\n/);
  expect(await user.exited).toBe(0);
});

test('LOG_FORMAT=json writes JSON there, too', async () => {
  const user = serveInTerminal({ LOG_FORMAT: 'json' });
  const [line = ''] = (await user.see(/^\{.*\}\n/)).split('\n');
  expect(JSON.parse(line)).toMatchObject({ msg: 'listening' });
});
