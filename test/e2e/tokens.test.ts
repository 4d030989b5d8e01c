// Tests tokens from their making to the answer: program, command line, client and console.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './console/browser.ts';
import { ConsoleView } from './console/console-view.ts';
import { newDataFolder, type RunningService, runToEnd, startService } from './program.ts';

const data = newDataFolder({ 'n.csv': 'n\n1\n' });
const tokensFile = newDataFolder();
let token: string;
let service: RunningService;

beforeAll(async () => {
  const made = await runToEnd(['token', 'ann']);
  expect(made).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^ann:[0-9a-f]{64}\n$/),
  });
  token = /(pathql_\S+)/.exec(made.stderr)?.[1] ?? '';
  const API_TOKENS_FILE = tokensFile.write('tokens', made.stdout);
  service = await startService({ env: { DATA_DIR: data.path, API_TOKENS_FILE } });
});
afterAll(async () => {
  await service?.stop();
  data.remove();
  tokensFile.remove();
});

test('the log says who may ask, and never the token', async () => {
  await service.query('SELECT 1', { headers: { authorization: `Bearer ${token}` } });
  const lines = service.log.map((line) => String(line.msg));
  expect(lines).toContainEqual(expect.stringContaining('the holder of the 1 token'));
  expect(JSON.stringify(service.log)).not.toContain(token);
});

test('the command line sends the token of its environment', async () => {
  const args = ['--url', service.url, 'SELECT n FROM n.csv'];
  const refused = await runToEnd(args);
  expect(refused.stderr).toContain('PATHQL_TOKEN');
  expect(refused.exitCode).not.toBe(0);
  expect(await runToEnd(args, { env: { PATHQL_TOKEN: token } })).toMatchObject({
    exitCode: 0,
    stdout: 'n\n1\n',
  });
});

test('a second token counts without a restart, and ends with its line', async () => {
  const second = await runToEnd(['token', 'bob']);
  const [, other = ''] = /(pathql_\S+)/.exec(second.stderr) ?? [];
  const first = await runToEnd(['token', 'ann']);
  expect(first.stdout).not.toBe(second.stdout);
  const status = async () =>
    (await fetch(`${service.url}/api/v1/files`, { headers: { authorization: `Bearer ${other}` } }))
      .status;
  expect(await status()).toBe(401);
  const { readFileSync } = await import('node:fs');
  const before = readFileSync(join(tokensFile.path, 'tokens'), 'utf8');
  tokensFile.write('tokens', before + second.stdout);
  await expect.poll(status).toBe(200);
  tokensFile.write('tokens', before);
  await expect.poll(status).toBe(401);
});

test('the console asks once, and keeps the token for the tab', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.open(`${service.url}/`);
    const view = new ConsoleView(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This server asks for a token.').waitFor();
    await dialog.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('The server does not know this token.').waitFor();
    await dialog.getByLabel('Token').fill(token);
    await view.button('Continue').click();
    await view.file('n.csv').waitFor();
    await page.reload();
    await view.file('n.csv').waitFor();
    await view.ask('SELECT n FROM n.csv');
    await view.expectStatus(/^1 row/);
    expect(await dialog.count()).toBe(0);
    const breaches = page.faults.filter((fault) => !fault.includes('status of 401'));
    expect(breaches).toEqual([]);
    const other = await browser.open(`${service.url}/`);
    await other.getByRole('dialog').waitFor();
    await other.keyboard.press('Escape');
    await other.getByText('The files cannot be listed.').waitFor();
  } finally {
    await browser.close();
  }
});
