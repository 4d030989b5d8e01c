// The page /api/docs in a browser that reaches no other machine.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from './console/browser.ts';
import { newDataFolder, type RunningService, runToEnd, startService } from './program.ts';

const folder = fileURLToPath(new URL('../../dist/api-docs', import.meta.url));
const data = newDataFolder({ 'n.csv': 'n\n9007199254740993\n' });
let browser: TestBrowser;
let service: RunningService;

beforeAll(async () => {
  browser = await openBrowser();
  service = await startService({ env: { DATA_DIR: data.path } });
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  data.remove();
});

async function openDocs({ url }: RunningService) {
  const page = await browser.open(`${url}/api/docs`);
  await page.getByText('Run one query').first().waitFor();
  return page;
}

async function tryQuery(page: Awaited<ReturnType<typeof openDocs>>, sql: string) {
  await page.getByText('Run one query').first().click();
  await page.locator('textarea.body-param__text').fill(JSON.stringify({ sql }));
  await page.getByRole('button', { name: 'Execute' }).click();
  return page
    .locator('.live-responses-table .response .microlight, .live-responses-table .response pre')
    .first()
    .innerText();
}

test('it shows every route, needs no other machine and breaks no rule of its policy', async () => {
  const page = await openDocs(service);
  const document = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as {
    paths: object;
  };
  for (const path of Object.keys(document.paths)) {
    await page.locator(`[data-path="${path}"]`).first().waitFor();
  }
  expect(page.faults).toEqual([]);
});

test('a request is tried, and every digit of its answer shown', async () => {
  const page = await openDocs(service);
  expect(await tryQuery(page, 'SELECT n FROM n.csv')).toContain('"rows":[[9007199254740993]]');
  expect(page.faults).toEqual([]);
});

test('a token is asked for where the service wants one', async () => {
  const made = await runToEnd(['token', 'ann']);
  const token = /(pathql_\S+)/.exec(made.stderr)?.[1] ?? '';
  const API_TOKENS_FILE = newTokensFile(made.stdout);
  const guarded = await startService({ env: { DATA_DIR: data.path, API_TOKENS_FILE } });
  try {
    const page = await openDocs(guarded);
    await page.getByRole('button', { name: 'Authorize' }).click();
    const dialog = page.locator('.modal-ux');
    await dialog.getByRole('textbox').fill(token);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await tryQuery(page, 'SELECT n FROM n.csv')).toContain('[[9007199254740993]]');
    expect(page.faults).toEqual([]);
  } finally {
    await guarded.stop();
  }
});

function newTokensFile(line: string): string {
  const tokens = newDataFolder();
  afterAll(() => tokens.remove());
  return tokens.write('tokens', line);
}

test('it is sent compressed, below 450 kB, apart from the console', async () => {
  const bytes = readdirSync(folder)
    .filter((name) => name.endsWith('.br'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`api-docs .br: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(450_000);
  const headers = { 'accept-encoding': 'br' };
  const page = await fetch(`${service.url}/api/docs`, { headers });
  const [script = ''] = /docs\/main-\w+\.js/.exec(await page.text()) ?? [];
  const response = await fetch(`${service.url}/api/${script}`, { headers });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toContain('immutable');
});

test('with CONSOLE=off there is no such page', async () => {
  const bare = await startService({ env: { DATA_DIR: data.path, CONSOLE: 'off' } });
  try {
    expect((await fetch(`${bare.url}/api/docs`)).status).toBe(404);
    expect((await fetch(`${bare.url}/api/v1/openapi.json`)).status).toBe(200);
  } finally {
    await bare.stop();
  }
});
