// Answers of many rows: the page stays quick while they come, holds few of them, and says when it does not have all.
import { describe, expect, test } from 'vitest';
import type { ConsoleView } from './console/console-view.ts';
import { consoleOver } from './console/open-console.ts';

const over = consoleOver({ 'few.csv': 'n\n1\n' });
const manyRows =
  "SELECT range AS n, 'row ' || range AS name, range / 7 AS part FROM range(1000000)";

/** Longer than so many milliseconds, a task is felt. */
const longestTaskMs = 50;

async function watchTasks(view: ConsoleView): Promise<() => Promise<number[]>> {
  await view.page.evaluate(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  `);
  return () => view.page.evaluate('window.longTasks');
}

test('a million rows arrive and are scrolled without holding the page up', {
  retry: 2,
}, async () => {
  const view = await over.open();
  await view.ask('SELECT 1');
  await view.expectStatus(/^1 row/);
  const tasks = await watchTasks(view);
  await view.ask(manyRows);
  await view.expectStatus(/^1,000,000 rows/);
  await view.page.getByRole('gridcell').first().click();
  await view.page.keyboard.press('Control+End');
  await expect.poll(async () => (await view.rows()).at(-1)?.[0]).toBe('999999');
  const long = await tasks();
  console.log(`tasks of more than 50 ms: ${long.map(Math.round).join(', ') || 'none'}`);
  expect(Math.max(0, ...long)).toBeLessThanOrEqual(longestTaskMs);
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
  expect(await view.button('Copy rows').isDisabled()).toBe(true);
});

describe('a chart of many rows', () => {
  test('is refused with the reason, and summed up by SQL', async () => {
    const view = await over.open();
    await view.ask('SELECT range % 5 AS k, range AS n FROM range(200000)');
    await view.expectStatus(/^200,000 rows/);
    await view.tab('Chart').click();
    const panel = view.page.locator('#chart-panel');
    await expect.poll(() => panel.innerText()).toContain('a chart of more than 50000 rows');
    await view.choose('Aggregate ▾', 'sum of the y axis');
    await view.expectText(
      'SELECT k, sum(n) AS n\nFROM (\nSELECT range % 5 AS k, range AS n FROM range(200000)\n)\nGROUP BY ALL\nORDER BY 1',
    );
    const chart = view.page.locator('.chart svg');
    await expect.poll(() => chart.getAttribute('aria-label')).toMatch(/ of n by k, 5 points$/);
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
