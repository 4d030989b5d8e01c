// The files in the console: a tree that keys walk through, however many there are, and those that match what one types.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleView } from './console/console-view.ts';
import { consoleOver } from './console/open-console.ts';

const over = consoleOver({
  'users.csv': 'id,name\n1,Ada\n',
  'two words.csv': 'n\n9007199254740993\n',
  'wrong.csv': 'a,b\n1,2\n1,2,3\n',
  'report.csv': 'Sales of May\n\nday;price\n31.12.2024;1,5\n30.12.2024;2,5\n',
});
const filesInFolder = 4000;

beforeAll(() => {
  for (const folder of ['sales/2023', 'sales/2024', 'big']) {
    mkdirSync(join(over.folder.path, folder), { recursive: true });
  }
  for (const path of ['sales/2023/q1.csv', 'sales/2024/q1.csv', 'sales/2024/q2.csv']) {
    writeFileSync(join(over.folder.path, path), 'day,total\n2024-01-01,5\n');
  }
  for (let n = 0; n < filesInFolder; n += 1) {
    writeFileSync(
      join(over.folder.path, 'big', `part-${String(n).padStart(4, '0')}.csv`),
      'n\n1\n',
    );
  }
});

async function opened(): Promise<ConsoleView> {
  const view = await over.open();
  await view.file('users.csv').waitFor();
  return view;
}

const lines = (view: ConsoleView) =>
  view.page
    .locator('.tree-line')
    .evaluateAll((all) =>
      all.map(
        (line) => line.querySelector('.name, .folder-name, .column-name, .meta')?.textContent,
      ),
    );

test('folders open, and what is in them is told by level and state', async () => {
  const view = await opened();
  expect(await lines(view)).toEqual([
    'big',
    'sales',
    'report.csv',
    'two words.csv',
    'users.csv',
    'wrong.csv',
  ]);
  const sales = view.file('sales');
  expect(await sales.getAttribute('aria-expanded')).toBe('false');
  await sales.click();
  await expect
    .poll(() => lines(view))
    .toEqual([
      'big',
      'sales',
      '2023',
      '2024',
      'report.csv',
      'two words.csv',
      'users.csv',
      'wrong.csv',
    ]);
  expect(await sales.getAttribute('aria-expanded')).toBe('true');
  expect(await view.file('2024').getAttribute('aria-level')).toBe('2');
});

test('keys walk the tree, which is one tab stop however many files there are', async () => {
  const view = await opened();
  const { keyboard } = view.page;
  await view.page.getByLabel('Filter files').focus();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowRight');
  await expect
    .poll(async () => (await lines(view)).slice(0, 3))
    .toEqual(['big', 'part-0000.csv', 'part-0001.csv']);
  expect((await lines(view)).length).toBeLessThan(60);
  await keyboard.press('End');
  await expect.poll(async () => (await lines(view)).at(-1)).toBe('wrong.csv');
  for (let step = 0; step < 5; step += 1) await keyboard.press('ArrowUp');
  await expect
    .poll(() => view.page.locator('.tree-line.active').innerText())
    .toMatch(/^▸\s*part-3999/);
  await keyboard.press('Enter');
  await view.expectText('SELECT * FROM big/part-3999.csv LIMIT 100');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await expect.poll(() => view.page.locator('.tree-line.active').innerText()).toMatch(/big/);
  await keyboard.press('ArrowLeft');
  await expect.poll(async () => (await lines(view)).length).toBe(6);
  const stops = await view.page
    .locator('.side [tabindex="0"], .side button:not([tabindex="-1"]), .side input')
    .count();
  expect(stops).toBeLessThanOrEqual(4);
});

describe('a file', () => {
  test('shows its columns and becomes a query', async () => {
    const view = await opened();
    await view.file('users.csv').click();
    await view.expectText('SELECT * FROM users.csv LIMIT 100');
    await expect
      .poll(() => view.page.locator('.tree-line.column').allInnerTexts())
      .toEqual(['id\nbigint', 'name\nvarchar']);
    await view.file('two words.csv').click();
    await view.expectText("SELECT * FROM 'two words.csv' LIMIT 100");
    await view.button('Run').click();
    await view.expectRows([['9007199254740993']]);
    await view.file('users.csv').click();
    await expect.poll(() => view.page.locator('.tree-line.column').count()).toBe(1);
  });

  test('tells how it is written, and is queried by a call that reads it', async () => {
    const view = await opened();
    await view.file('report.csv').click();
    await view.file('How is it written?').click();
    const dialog = view.page.getByRole('dialog', { name: 'report.csv' });
    await expect.poll(() => dialog.innerText()).toContain('2 records · delimiter ;');
    await dialog.getByRole('button', { name: /types=/ }).click();
    await expect
      .poll(() => view.text())
      .toMatch(/^SELECT \* FROM read_csv\('report\.csv', .*types=/);
    await view.button('Run').click();
    await view.expectStatus(/^2 rows · 2 scanned/);
    expect(await view.columns()).toEqual(['day', 'price']);
  });

  test('that cannot be read says why', async () => {
    const view = await opened();
    await view.file('wrong.csv').click();
    const notes = view.page.locator('.tree-line.note');
    await expect.poll(async () => (await notes.allInnerTexts()).join(' ')).toMatch(/^Line 3: /);
    expect(await notes.first().getAttribute('title')).toContain("'wrong.csv', line 3");
    expect(
      await notes.evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)),
    ).toBe(true);
  });

  test('at the edge shows what opens below it', async () => {
    const view = await over.open({ viewport: { width: 1280, height: 300 } });
    await view.file('users.csv').click();
    const [tree, last] = [view.page.getByRole('tree'), view.file('How is it written?')];
    const bottom = async (part: typeof last) => {
      const box = await part.boundingBox();
      return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
    };
    await expect.poll(async () => (await bottom(last)) <= (await bottom(tree))).toBe(true);
  });

  test('is told about, and queried, by keyboard alone', async () => {
    const view = await opened();
    const { keyboard } = view.page;
    await view.page.getByLabel('Filter files').focus();
    await keyboard.type('report');
    for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
    await view.file('How is it written?').waitFor();
    for (const key of ['End', 'Enter']) await keyboard.press(key);
    const dialog = view.page.getByRole('dialog', { name: 'report.csv' });
    await dialog.locator('.item').first().waitFor();
    await keyboard.press('Escape');
    const focused = () => view.page.evaluate('document.activeElement.id');
    expect(await focused()).toBe('file-list');
    await keyboard.press('Enter');
    await dialog.locator('.item').first().waitFor();
    await keyboard.press('Enter');
    await expect.poll(focused).toBe('editor');
    await keyboard.press('Control+Enter');
    await view.expectStatus(/^2 rows · 2 scanned/);
  });
});

describe('of more files than the server lists at once', () => {
  const many = consoleOver({ 'top.csv': 'n\n1\n' });
  const filesOfA = 5_200;
  beforeAll(() => {
    for (const folder of ['a', 'z']) mkdirSync(join(many.folder.path, folder));
    for (let n = 0; n < filesOfA; n += 1) {
      writeFileSync(join(many.folder.path, 'a', `${String(n).padStart(4, '0')}.csv`), 'n\n1\n');
    }
    writeFileSync(join(many.folder.path, 'z', 'last one.csv'), 'n\n1\n');
  });

  async function openedOverMany(): Promise<ConsoleView> {
    const view = await many.open();
    const note = view.page.locator('#file-note');
    await expect.poll(() => note.innerText()).toBe(`${(filesOfA + 2).toLocaleString('en')} files`);
    return view;
  }

  test('all are counted, and come as one scrolls to them', async () => {
    const view = await openedOverMany();
    const counts = await view.page.locator('.tree-line.folder .meta').allInnerTexts();
    expect(counts).toEqual([filesOfA.toLocaleString('en'), '1']);
    await view.file('a').click();
    await view.page.getByRole('tree').focus();
    await view.page.keyboard.press('End');
    await expect.poll(() => view.page.locator('.tree-line.more').count()).toBe(0);
    await view.page.keyboard.press('End');
    await expect
      .poll(async () => (await lines(view)).slice(-3))
      .toEqual(['5199.csv', 'z', 'top.csv']);
  });

  test('what one types finds those that were not listed', async () => {
    const view = await openedOverMany();
    await view.page.getByLabel('Filter files').fill('LAST');
    await expect.poll(() => lines(view)).toEqual(['z/last one.csv']);
    const note = view.page.locator('#file-note');
    await expect.poll(() => note.innerText()).toBe('1 of 5,202 files');
    await view.page.getByLabel('Filter files').fill('a/');
    await expect.poll(() => note.innerText()).toBe('5,200 of 5,202 files');
    await view.page.getByRole('tree').focus();
    await view.page.keyboard.press('End');
    await expect.poll(() => view.page.locator('.tree-line.more').count()).toBe(0);
    await view.page.keyboard.press('End');
    await expect.poll(async () => (await lines(view)).at(-1)).toBe('a/5199.csv');
  });

  test('a page that does not come says why, and is asked for again', async () => {
    const view = await openedOverMany();
    await view.page.route(/after=/, (route) => route.abort());
    await view.file('a').click();
    await view.page.getByRole('tree').focus();
    await view.page.keyboard.press('End');
    await expect
      .poll(() => view.page.locator('.tree-line.more').innerText())
      .toMatch(/^Press to list/);
    await view.page.unroute(/after=/);
    view.page.faults.splice(0);
    await view.page.locator('.tree-line.more').click();
    await expect.poll(() => view.page.locator('.tree-line.more').count()).toBe(0);
    await view.page.keyboard.press('End');
    await expect.poll(async () => (await lines(view)).at(-3)).toBe('5199.csv');
  });
});

test('what one types finds files in all folders', async () => {
  const view = await opened();
  await view.page.getByLabel('Filter files').fill('q1 2024');
  await expect.poll(() => lines(view)).toEqual(['sales/2024/q1.csv']);
  const note = view.page.locator('#file-note');
  expect(await note.innerText()).toBe('1 of 4,007 files');
  await view.page.getByLabel('Filter files').fill('nothing such');
  await expect.poll(() => note.innerText()).toBe('None of 4,007 files matches.');
});

test('a file that is dropped is refused with the reason', async () => {
  const view = await opened();
  await view.page.evaluate(`
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['a'], 'mine.csv'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  `);
  await view.expectStatus(/^mine\.csv stays with you: this service takes no uploads/);
});
