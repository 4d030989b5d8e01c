// Answers of many rows: the page stays quick while they come, holds few of them, and says when it does not have all.
import { describe, expect, test } from 'vitest';
import type { ConsoleView } from './console/console-view.ts';
import { consoleOver } from './console/open-console.ts';

const over = consoleOver({ 'few.csv': 'n\n1\n' });
const manyRows =
  "SELECT range AS n, 'row ' || range AS name, range / 7 AS part FROM range(1000000)";

/** Longer than so many milliseconds, a task is felt. */
const longestTaskMs = 50;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor: those that others took do not count. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Of the page's own thread, while something is done. */
async function longestTask(view: ConsoleView, act: () => Promise<void>): Promise<number> {
  const browser = view.page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  await browser.startTracing(view.page, { categories: ['toplevel', '__metadata'] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const events: readonly TraceEvent[] = trace.traceEvents;
  const isTask = ({ ph, name }: TraceEvent) => ph === 'X' && /RunTask/.test(name);
  const mains = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const ofMain = ({ pid, tid }: TraceEvent) =>
    mains.some((one) => one.pid === pid && one.tid === tid);
  const tasks = events.filter((event) => isTask(event) && ofMain(event));
  expect(tasks.length).toBeGreaterThan(100);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** Other programs make a task longer by what they take of the caches: one of three tries is without them. */
async function leastOfThree(view: ConsoleView, act: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= 3 && least > longestTaskMs; attempt++) {
    least = Math.min(least, await longestTask(view, act));
  }
  return least;
}

test('a million rows arrive and are scrolled without holding the page up', async () => {
  const view = await over.open();
  await view.ask('SELECT 1');
  await view.expectStatus(/^1 row/);
  const longest = await leastOfThree(view, async () => {
    await view.ask('SELECT 1');
    await view.expectStatus(/^1 row/);
    await view.ask(manyRows);
    await view.expectStatus(/^1,000,000 rows/);
    await view.page.getByRole('gridcell').first().click();
    await view.page.keyboard.press('Control+End');
    await expect.poll(async () => (await view.rows()).at(-1)?.[0]).toBe('999999');
  });
  console.log(`longest task of the page while a million rows came: ${longest} ms`);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThanOrEqual(longestTaskMs);
});

describe('a value of ten million characters', () => {
  test('shows its beginning without holding the page up', async () => {
    const view = await over.open();
    await view.ask('SELECT 1');
    await view.expectStatus(/^1 row/);
    const longest = await longestTask(view, async () => {
      await view.ask("SELECT repeat('abcdefghij', 1000000) AS big, 1 AS one");
      await view.expectStatus(/^1 row .*scanned/);
      await expect.poll(async () => (await view.rows())[0]?.[0]?.length).toBe(301);
      await view.page.getByRole('gridcell').first().dblclick();
      const panel = view.page.locator('#value-panel');
      await expect.poll(() => panel.innerText()).toContain('Show all 10,000,000 characters');
    });
    console.log(`longest task of the page beside a long value: ${longest} ms`);
    expect(longest).toBeLessThanOrEqual(longestTaskMs);
  });
});

test('a value that is cut in the grid is copied in full, and too long for a query', async () => {
  const value = 'abcdefghij'.repeat(50_000);
  const view = await over.open();
  await view.ask("SELECT repeat('abcdefghij', 50000) AS big, 1 AS one");
  await view.expectStatus(/^1 row/);
  await view.page.getByRole('gridcell').first().click({ button: 'right' });
  await view.page.getByRole('menuitem', { name: 'Keep rows with this value' }).click();
  await view.expectStatus('A value of 500,000 characters is too long for a query.');
  await view.page.getByRole('grid').focus();
  await view.page.keyboard.press('Control+c');
  await view.expectStatus('Copied 1 row.');
  expect((await view.clipboard()) === value).toBe(true);
  await view.page.evaluate("navigator.clipboard.writeText('')");
  await view.page.getByRole('gridcell').first().dblclick();
  await view.button('Copy the value').click();
  await expect.poll(async () => (await view.clipboard()) === value).toBe(true);
});

test('the page holds few rows of many, and finds each one', async () => {
  const view = await over.open();
  await view.ask(manyRows);
  await view.expectStatus(/^1,000,000 rows/);
  const session = await view.page.context().newCDPSession(view.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  console.log(`heap of the page with a million rows: ${Math.round(usedSize / 1e6)} MB`);
  expect(usedSize).toBeLessThan(40_000_000);
  const grid = view.page.getByRole('grid');
  for (const share of [0.25, 0.9, 0.5]) {
    await grid.evaluate((element, at) => element.scrollTo(0, element.scrollHeight * at), share);
    const rows = async () => (await view.rows()).map(([n, name]) => name === `row ${n}`);
    await expect
      .poll(async () => (await rows()).length > 5 && (await rows()).every(Boolean))
      .toBe(true);
  }
});

test('ten million rows are paged, too', async () => {
  const view = await over.open();
  await view.ask('SELECT range AS n, range % 1000 AS part FROM range(10000000)');
  await expect.poll(() => view.page.locator('#status').innerText()).toMatch(/^10,000,000 rows/);
  const session = await view.page.context().newCDPSession(view.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  console.log(`heap of the page with ten million rows: ${Math.round(usedSize / 1e6)} MB`);
  expect(usedSize).toBeLessThan(40_000_000);
  await view.page.getByRole('gridcell').first().click();
  await view.page.keyboard.press('Control+End');
  await expect.poll(async () => (await view.rows()).at(-1)).toEqual(['9999999', '999']);
});

test('a selection that is not here is fetched before it is copied; too much is refused', async () => {
  const view = await over.open();
  await view.ask('SELECT range AS n FROM range(60000)');
  await view.expectStatus(/^60,000 rows/);
  await view.page.getByRole('grid').focus();
  await view.page.keyboard.press('Control+a');
  await view.page.keyboard.press('Control+c');
  await view.expectStatus('Copied 60,000 rows.');
  const copied = (await view.clipboard()).split('\n');
  expect(copied).toHaveLength(60_000);
  expect(copied.at(-1)).toBe('59999');
  await view.ask(manyRows);
  await view.expectStatus(/^1,000,000 rows/);
  await view.choose('Copy rows', 'Copy as CSV');
  await view.expectStatus(
    'Nothing was copied: 3,000,000 cells are more than 1,000,000. Download them.',
  );
});

test('an answer that breaks off is no answer', async () => {
  const view = await over.open();
  await view.page.route('**/api/v1/query*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: body.slice(0, body.lastIndexOf('"stats"')) });
  });
  await view.ask('SELECT range AS n FROM range(1000)');
  await view.expectStatus('The query failed.');
  const error = view.page.locator('#error-area');
  await expect.poll(() => error.innerText()).toContain('The answer broke off');
  expect(await view.button('Copy rows').count()).toBe(0);
  expect(await view.page.getByRole('gridcell').count()).toBe(0);
});

describe('a chart of many rows', () => {
  test('is refused with the reason, and summed up by SQL', async () => {
    const view = await over.open();
    await view.ask('SELECT range % 5 AS k, range AS n FROM range(200000)');
    await view.expectStatus(/^200,000 rows/);
    await view.tab('Chart').click();
    const panel = view.page.locator('#chart-panel');
    await expect.poll(() => panel.innerText()).toContain('a chart of more than 50000 rows');
    await view.choose('Aggregate ▾', 'Sum of n');
    await view.expectText(
      'SELECT k, sum(n) AS n\nFROM (\nSELECT range % 5 AS k, range AS n FROM range(200000)\n)\nGROUP BY ALL\nORDER BY 1',
    );
    const chart = view.page.locator('.chart svg');
    await expect.poll(() => chart.getAttribute('aria-label')).toMatch(/ of n by k, 5 points$/);
  });

  test('is drawn of a sample, which it says', async () => {
    const view = await over.open();
    await view.ask('SELECT range % 5 AS k, range AS n FROM range(200000) LIMIT 150000;');
    await view.expectStatus(/^150,000 rows/);
    await view.tab('Chart').click();
    await view.button('Query a sample of 10,000 rows').click();
    await view.expectText(
      'SELECT *\nFROM (\nSELECT range % 5 AS k, range AS n FROM range(200000) LIMIT 150000\n)\nUSING SAMPLE 10000 ROWS',
    );
    const chart = view.page.locator('.chart svg');
    await expect
      .poll(() => chart.getAttribute('aria-label'))
      .toMatch(/^A sample of at most 10,000 rows: .*, 10000 points$/);
  });

  test('counts every row in a histogram', async () => {
    const view = await over.open();
    await view.ask('SELECT range AS n FROM range(300000)');
    await view.expectStatus(/^300,000 rows/);
    await view.tab('Chart').click();
    await view.page.getByRole('combobox', { name: 'Chart' }).selectOption('histogram');
    const chart = view.page.locator('.chart svg');
    await expect
      .poll(() => chart.getAttribute('aria-label'))
      .toMatch(/^histogram chart of count by n, /);
  });
});
