// How the console looks, in both themes and narrow; nothing on it keeps anyone out. UPDATE_IMAGES=1 writes docs/images.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestPage } from './console/browser.ts';
import { ConsoleView } from './console/console-view.ts';
import { type RunningService, startService } from './program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: TestBrowser;
let service: RunningService;

beforeAll(async () => {
  service = await startService({ env: { DATA_DIR: join(root, 'examples') } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const query =
  'SELECT name, city, age,\n       age >= 40 AS over_forty\nFROM users.csv\nORDER BY age DESC';

async function showRows(view: ConsoleView): Promise<void> {
  await view.file('users.csv').click();
  await view.page.locator('.column-name').first().waitFor();
  await view.ask(query);
  await view.expectStatus(/^15 rows/);
}

async function showChart(view: ConsoleView): Promise<void> {
  await view.button(/^Chart the average age by city/).click();
  await view.page.locator('.chart svg').waitFor();
}

async function showError(view: ConsoleView): Promise<void> {
  await view.ask("SELECT name, agee\nFROM users.csv\nWHERE city = 'Turin'");
  await view.page.locator('.error-mark').waitFor();
}

async function showHistory(view: ConsoleView): Promise<void> {
  await showRows(view);
  await view.tab('History').click();
  await view.page.locator('.past-query').first().waitFor();
}

async function showWelcome(view: ConsoleView): Promise<void> {
  await view.page.locator('.card').first().waitFor();
}

interface Look {
  readonly name: string;
  readonly options?: BrowserContextOptions;
  readonly show: (view: ConsoleView) => Promise<void>;
}

const dark = { colorScheme: 'dark' } as const;
const narrow = { viewport: { width: 390, height: 844 } };

const looks: readonly Look[] = [
  { name: 'console-first-view', show: showWelcome },
  { name: 'console-first-view-dark', options: dark, show: showWelcome },
  { name: 'console-light', show: showRows },
  { name: 'console-dark', options: dark, show: showRows },
  { name: 'console-narrow', options: narrow, show: showRows },
  { name: 'console-error', show: showError },
  { name: 'console-error-dark', options: dark, show: showError },
  { name: 'console-chart', show: showChart },
  { name: 'console-chart-dark', options: dark, show: showChart },
  { name: 'console-history', show: showHistory },
];

test.each(looks)('$name has nothing that keeps people out', async ({ name, options, show }) => {
  const page = await browser.open(`${service.url}/`, options);
  await show(new ConsoleView(page));
  await page.evaluate('document.fonts.ready');
  const image = await page.screenshot({ animations: 'disabled' });
  expect(image.length).toBeGreaterThan(10_000);
  if (process.env.UPDATE_IMAGES === '1' && shown.has(name)) writeImage(name, image);
  expect(await graveFindings(page)).toEqual([]);
  expect(page.faults).toEqual([]);
  await page.context().close();
});

/** In docs/images. */
const shown = new Set([
  'console-light',
  'console-dark',
  'console-narrow',
  'console-error',
  'console-chart',
]);

function writeImage(name: string, image: Buffer): void {
  mkdirSync(join(root, 'docs/images'), { recursive: true });
  writeFileSync(join(root, 'docs/images', `${name}.png`), image);
}

/** Of axe, serious or worse. */
async function graveFindings(page: TestPage): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: AxeFinding[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

test('every step can be taken by keyboard alone', async () => {
  const page = await browser.open(`${service.url}/`);
  const view = new ConsoleView(page);
  await page.locator('.card').first().waitFor();
  await page.getByLabel('Filter files').focus();
  await page.keyboard.type('users');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await view.expectText('SELECT * FROM users.csv LIMIT 100');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await view.expectStatus(/^15 rows/);
  await view.tab('Table').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.chart svg').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+End');
  const active = () => page.getByRole('grid').getAttribute('aria-activedescendant');
  await expect.poll(active).toBe('cell-14-3');
  expect(page.faults).toEqual([]);
  await page.context().close();
});
