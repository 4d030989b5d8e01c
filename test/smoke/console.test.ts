// The pages of the built program in a real browser: their ways in detail are tested in test/e2e.
import { expect, test } from 'vitest';
import type { ConsoleView } from '../e2e/console/console-view.ts';
import { consoleOver } from '../e2e/console/open-console.ts';

const over = consoleOver({
  'users.csv': 'id,name,age\n1,Ada,36\n2,Bo,27\n',
  'days.csv': 'day,kind,value\n2024-01-01,a,1.5\n2024-01-02,a,2.25\n2024-01-01,b,4\n',
});

async function asked(sql: string): Promise<ConsoleView> {
  const view = await over.open();
  await view.ask(sql);
  await view.expectStatus(/ scanned · /);
  return view;
}

test('a file that is clicked becomes a query, and runs', async () => {
  const view = await over.open();
  await view.expectFiles(2);
  await view.file('users.csv').click();
  await view.expectText('SELECT * FROM users.csv LIMIT 100');
  await expect
    .poll(() => view.page.locator('.tree-line.column').allInnerTexts())
    .toEqual(['id\nbigint', 'name\nvarchar', 'age\nbigint']);
  await view.button('Run').click();
  await view.expectRows([
    ['1', 'Ada', '36'],
    ['2', 'Bo', '27'],
  ]);
});

test('an example is charted by one click', async () => {
  const view = await over.open();
  await view.button(/^Chart the average value by kind/).click();
  const chart = view.page.locator('.chart svg');
  expect(await chart.getAttribute('aria-label')).toBe('bar chart of AVG(value) by kind, 2 points');
});

test('a column is sorted, filtered and profiled', async () => {
  const view = await asked('SELECT * FROM users.csv');
  await view.chooseOfColumn('age', 'Sort ascending');
  await view.expectText('SELECT * FROM users.csv ORDER BY age');
  await view.expectRows([
    ['2', 'Bo', '27'],
    ['1', 'Ada', '36'],
  ]);
  await view.chooseOfColumn('age', 'Filter rows…');
  await view.page.getByLabel('Comparison').selectOption('>=');
  await view.page.getByRole('textbox', { name: 'Value' }).fill('36');
  await view.page.keyboard.press('Enter');
  await view.expectText('SELECT * FROM users.csv WHERE age >= 36 ORDER BY age');
  await view.expectRows([['1', 'Ada', '36']]);
  await view.chooseOfColumn('age', 'Profile of the column');
  const profile = view.page.locator('#profile-panel');
  await expect.poll(() => profile.innerText()).toMatch(/Maximum\s+36\s/);
});

test('rows are copied and downloaded', async () => {
  const view = await asked('SELECT name, age FROM users.csv ORDER BY id');
  await view.page.getByRole('gridcell', { name: 'Ada' }).click();
  await view.page.keyboard.press('Shift+ArrowDown');
  await view.choose('Copy rows', 'Copy as CSV');
  await view.expectStatus(/^Copied 2 rows as /);
  expect(await view.clipboard()).toBe('name\nAda\nBo\n');
  await view.button('Download rows').click();
  const item = view.page.getByRole('menuitem', { name: 'Download as CSV', exact: true });
  const { name, content } = await view.download(item);
  expect({ name, content: content.toString() }).toEqual({
    name: 'users.csv',
    content: 'name,age\nAda,36\nBo,27\n',
  });
});

test('a query is explained, formatted and filled with parameters', async () => {
  const view = await over.open();
  await view.write(
    "SELECT name, age FROM users.csv JOIN 'days.csv' ON true WHERE age < $age AND name <> 'a  b' LIMIT 1",
  );
  await view.page.getByRole('textbox', { name: '$age', exact: true }).fill('30');
  await view.button('Explain').click();
  const dialog = view.page.getByRole('dialog', { name: 'What the query reads' });
  await expect.poll(() => dialog.innerText()).toContain('2 rows');
  await view.page.keyboard.press('Escape');
  await view.button('Format').click();
  await view.expectText(
    [
      'SELECT name, age',
      'FROM users.csv',
      "JOIN 'days.csv' ON true",
      "WHERE age < $age AND name <> 'a  b'",
      'LIMIT 1',
    ].join('\n'),
  );
  await view.button('Run').click();
  await view.expectRows([['Bo', '27']]);
});

test('a failed query says why, is in the history, and drafts outlive a reload', async () => {
  const view = await over.open();
  await view.ask('SELECT nme FROM users.csv');
  await view.expectStatus('The query failed.');
  await expect.poll(() => view.page.locator('body').innerText()).toContain('"nme" does not exist');
  await view.tab('History').click();
  const items = view.page.locator('#history-panel .item');
  await expect.poll(() => items.allInnerTexts()).toEqual([expect.stringMatching(/failed\n.*nme/)]);
  await view.page.reload();
  await view.expectText('SELECT nme FROM users.csv');
});

test('a query is saved by name', async () => {
  const view = await over.open();
  await view.write('SELECT name FROM users.csv');
  await view.button('Save').click();
  await view.page.getByLabel('Name', { exact: true }).fill('Names');
  await view.page.keyboard.press('Enter');
  await view.expectStatus("Saved 'Names' in this browser.");
  await view.button('New query').click();
  await view.tab('Saved').click();
  await view.button(/^Names/).click();
  await view.expectText('SELECT name FROM users.csv');
});

test('/api/docs sends a request, and shows every digit of its answer', async () => {
  const { page } = await over.open();
  await page.goto(`${over.url}/api/docs`);
  await page.getByText('Run one query').first().click();
  const sql = 'SELECT 9007199254740993 AS n';
  await page.locator('textarea.body-param__text').fill(JSON.stringify({ sql }));
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table .response .microlight');
  await expect.poll(() => answer.first().innerText()).toContain('"rows":[[9007199254740993]]');
});
