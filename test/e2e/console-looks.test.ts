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

async function showSaved(view: ConsoleView): Promise<void> {
  await showRows(view);
  await view.button('Save').click();
  await view.page.keyboard.press('Enter');
  await view.tab('Saved').click();
  await view.page.locator('#saved-panel .item').waitFor();
}

async function showSniffed(view: ConsoleView): Promise<void> {
  await view.file('orders.csv').click();
  await view.file('How is it written?').click();
  await view.page.locator('.sniffed .item').first().waitFor();
}

async function showExplained(view: ConsoleView): Promise<void> {
  await view.write("SELECT * FROM users.csv u JOIN 'o*.csv' o ON u.id = o.user_id");
  await view.button('Explain').click();
  await view.page.locator('.explained th, .explained .fault').first().waitFor();
}

async function showTitle(view: ConsoleView): Promise<void> {
  await showChart(view);
  await view.page.getByRole('textbox', { name: 'Title' }).fill('The average age of our users');
  await view.page.getByRole('img', { name: /^The average/ }).waitFor();
}

async function showSampleOffer(view: ConsoleView): Promise<void> {
  await view.ask('SELECT range AS n FROM range(60000)');
  await view.expectStatus(/^60,000 rows/);
  await view.tab('Chart').click();
  await view.button(/^Query a sample/).waitFor();
}

async function showWelcome(view: ConsoleView): Promise<void> {
  await view.page.locator('.card').first().waitFor();
}

async function showValue(view: ConsoleView): Promise<void> {
  await view.ask(
    `SELECT name, '{"tags": ["a", "b"], "score": 9007199254740993}' AS details FROM users.csv`,
  );
  await view.expectStatus(/^15 rows/);
  await view.page.getByRole('gridcell').nth(1).dblclick();
  await view.page.locator('.json-key').first().waitFor();
}

async function showProfile(view: ConsoleView): Promise<void> {
  await showRows(view);
  await view.chooseOfColumn('age', 'Profile of the column');
  await view.page.locator('.top-value').first().waitFor();
}

async function showColumnMenu(view: ConsoleView): Promise<void> {
  await showRows(view);
  await view.page.getByRole('grid').focus();
  await view.page.keyboard.press('Alt+ArrowDown');
  await view.page.getByRole('menu').waitFor();
}

async function showFilter(view: ConsoleView): Promise<void> {
  await showRows(view);
  await view.chooseOfColumn('city', 'Filter rows…');
  await view.page.getByLabel('Comparison').waitFor();
}

async function showColumnFinder(view: ConsoleView): Promise<void> {
  await showRows(view);
  await view.button('Columns').click();
  await view.page.getByLabel('Find columns').waitFor();
}

async function showStale(view: ConsoleView): Promise<void> {
  await showRows(view);
  await showError(view);
}

async function showParameters(view: ConsoleView): Promise<void> {
  await view.write('SELECT * FROM users.csv WHERE age > $min');
  await view.page.getByRole('textbox', { name: '$min' }).fill('30');
  await view.page.keyboard.press('Enter');
  await view.expectStatus(/ rows · /);
  await view.editor.focus();
  await view.page.keyboard.press('Control+f');
  await view.page.locator('.cm-search').waitFor();
}

interface Look {
  readonly name: string;
  readonly options?: BrowserContextOptions;
  readonly show: (view: ConsoleView) => Promise<void>;
}

const states = {
  'first-view': showWelcome,
  rows: showRows,
  error: showError,
  chart: showChart,
  history: showHistory,
  saved: showSaved,
  sniffed: showSniffed,
  explained: showExplained,
  titled: showTitle,
  sample: showSampleOffer,
  value: showValue,
  profile: showProfile,
  menu: showColumnMenu,
  filter: showFilter,
  columns: showColumnFinder,
  stale: showStale,
  parameters: showParameters,
} as const;

const modes: Readonly<Record<string, BrowserContextOptions>> = {
  light: {},
  dark: { colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 844 }, hasTouch: true },
  forced: { forcedColors: 'active' },
};

const looks: readonly Look[] = Object.entries(modes).flatMap(([mode, options]) =>
  Object.entries(states).map(([state, show]) => ({
    name: mode === 'light' ? `console-${state}` : `console-${state}-${mode}`,
    options,
    show,
  })),
);

test.each(looks)('$name has nothing that keeps people out', async ({ name, options, show }) => {
  const page = await browser.open(`${service.url}/`, options);
  await show(new ConsoleView(page));
  await page.evaluate('document.fonts.ready');
  const image = await page.screenshot({ animations: 'disabled' });
  expect(image.length).toBeGreaterThan(10_000);
  if (process.env.UPDATE_IMAGES === '1' && shown.has(name)) writeImage(name, image);
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(unreadableCells)).toEqual([]);
  expect(await page.evaluate(widerThanTheirRoom)).toEqual([]);
  expect(page.faults).toEqual([]);
  await page.context().close();
});

/** Texts that have the colour of what lies behind them: axe knows nothing of forced colours. */
const unreadableCells = `[...document.querySelectorAll('.grid-cell')].flatMap((cell) => {
  const { color, backgroundColor } = getComputedStyle(cell);
  const row = getComputedStyle(cell.parentElement).backgroundColor;
  const page = getComputedStyle(document.body).backgroundColor;
  const behind = [backgroundColor, row, page].find((one) => one !== 'rgba(0, 0, 0, 0)');
  return color === behind ? [cell.textContent] : [];
})`;

/** Only rows are scrolled sideways. */
const widerThanTheirRoom = `['html', '#chart-panel', '.query-tools', 'dialog'].filter((part) => {
  const found = document.querySelector(part);
  return found !== null && found.scrollWidth > found.clientWidth;
})`;

/** In docs/images. */
const shown = new Set([
  'console-rows',
  'console-rows-dark',
  'console-rows-narrow',
  'console-error',
  'console-chart',
  'console-value',
  'console-profile',
  'console-menu',
]);

function writeImage(name: string, image: Buffer): void {
  mkdirSync(join(root, 'docs/images'), { recursive: true });
  writeFileSync(join(root, 'docs/images', `${name}.png`), image);
}

/** Of axe. */
async function findings(page: TestPage): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: AxeFinding[] };
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

interface AxeFinding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

test('twice as large, the page still shows rows', async () => {
  const page = await browser.open(`${service.url}/`, { viewport: { width: 640, height: 400 } });
  const view = new ConsoleView(page);
  await view.ask(query);
  await view.expectStatus(/^15 rows/);
  const shown = await page.locator('.grid-row').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= 400;
      }).length,
  );
  expect(shown).toBeGreaterThanOrEqual(5);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(640);
  await page.context().close();
});

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
