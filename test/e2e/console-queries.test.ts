// Queries in the console: tabs that outlive a reload, parameters, errors that go as one types, links with charts.
import { describe, expect, test } from 'vitest';
import type { ConsoleView } from './console/console-view.ts';
import { consoleOver } from './console/open-console.ts';

const over = consoleOver({
  'users.csv': 'id,name,age\n1,Ada,36\n2,Bo,27\n',
  'days.csv': 'day,kind,value\n2024-01-01,a,1.5\n2024-01-02,a,2.25\n2024-01-01,b,4\n',
});

const tabs = (view: ConsoleView) => view.page.locator('#draft-tabs [role=tab]').allInnerTexts();
const field = (view: ConsoleView, name: string) =>
  view.page.getByRole('textbox', { name, exact: true });

describe('Format', () => {
  test('breaks the query into lines, as one step that can be taken back', async () => {
    const view = await over.open();
    const sql =
      "SELECT name, age FROM users.csv JOIN 'days.csv' ON true WHERE age > 30 AND name <> 'a  b' LIMIT 5";
    await view.write(sql);
    await view.button('Format').click();
    const formatted = [
      'SELECT name, age',
      'FROM users.csv',
      "JOIN 'days.csv' ON true",
      "WHERE age > 30 AND name <> 'a  b'",
      'LIMIT 5',
    ].join('\n');
    await view.expectText(formatted);
    await view.page.keyboard.press('Control+z');
    await view.expectText(sql);
    await view.page.keyboard.press('Alt+Shift+F');
    await view.expectText(formatted);
  });
});

describe('Explain', () => {
  const dialog = (view: ConsoleView) =>
    view.page.getByRole('dialog', { name: 'What the query reads' });

  test('says what is read, and nothing runs', async () => {
    const view = await over.open();
    await view.write("SELECT * FROM users.csv u JOIN 'u*.csv' ON true WHERE u.id = $id");
    await field(view, '$id').fill('1');
    await view.button('Explain').focus();
    await view.page.keyboard.press('Enter');
    await expect.poll(() => dialog(view).innerText()).toContain('2 rows · 29 B');
    const text = await dialog(view).innerText();
    expect(text).toMatch(/from the (?:file|cache) · delimiter , \(comma\) · utf-8/);
    expect(text).toMatch(/age\s+bigint/);
    await view.page.keyboard.press('Escape');
    await expect.poll(() => dialog(view).count()).toBe(0);
    expect(await view.page.locator('#status').innerText()).toBe('');
  });

  test('says why it cannot', async () => {
    const view = await over.open();
    await view.write('SELECT * FROM none.csv');
    await view.button('Explain').click();
    await expect.poll(() => dialog(view).innerText()).toContain("'none.csv'");
    await dialog(view).getByRole('button', { name: 'Close' }).click();
    await view.write('SELECT 1');
    await view.button('Explain').click();
    await expect.poll(() => dialog(view).innerText()).toContain('It reads no file.');
  });
});

describe('tabs', () => {
  test('keep what is written over a reload, each with its own text', async () => {
    const view = await over.open();
    await view.write('SELECT * FROM users.csv');
    await view.button('New query').click();
    await view.write("SELECT 'unfinished");
    await expect.poll(() => tabs(view)).toEqual(['users.csv', "SELECT 'unfinished"]);
    await view.page.reload();
    await view.expectText("SELECT 'unfinished");
    await view.tab('users.csv').click();
    await view.expectText('SELECT * FROM users.csv');
    expect(await view.page.locator('#status').innerText()).toBe('');
  });

  test('keep their answers, and go to each other by keys', async () => {
    const view = await over.open();
    await view.ask('SELECT name FROM users.csv ORDER BY id');
    await view.expectRows([['Ada'], ['Bo']]);
    await view.button('New query').click();
    await view.ask('SELECT 1 AS one');
    await view.expectRows([['1']]);
    await view.tab('SELECT 1 AS one').focus();
    await view.page.keyboard.press('ArrowLeft');
    await view.expectRows([['Ada'], ['Bo']]);
    await view.expectText('SELECT name FROM users.csv ORDER BY id');
    await view.page.keyboard.press('ArrowRight');
    await view.page.keyboard.press('Delete');
    await expect.poll(() => tabs(view)).toEqual(['users.csv']);
    await view.expectRows([['Ada'], ['Bo']]);
  });

  test('are opened rather than lose what a person wrote', async () => {
    const view = await over.open();
    await view.write('SELECT my_work');
    await view.file('users.csv').click();
    await view.expectText('SELECT * FROM users.csv LIMIT 100');
    await expect.poll(() => tabs(view)).toEqual(['SELECT my_work', 'users.csv']);
    await view.file('days.csv').click();
    await view.expectText('SELECT * FROM days.csv LIMIT 100');
    await expect.poll(() => tabs(view)).toEqual(['SELECT my_work', 'days.csv']);
  });

  test('a column that is clicked comes where the cursor is', async () => {
    const view = await over.open();
    await view.file('users.csv').click();
    await view.write('SELECT  FROM users.csv');
    await view.page.keyboard.press('Home');
    for (let step = 0; step < 7; step += 1) await view.page.keyboard.press('ArrowRight');
    await view.page.locator('.tree-line.column', { hasText: 'age' }).click();
    await view.expectText('SELECT age FROM users.csv');
  });
});

test('the button says when a part is run', async () => {
  const view = await over.open();
  await view.write('SELECT 1;\nSELECT 2 AS second');
  await view.page.keyboard.press('Shift+Home');
  await view.button('Run selection').click();
  await view.expectRows([['2']]);
  await view.page.keyboard.press('End');
  await view.editor.press('ArrowLeft');
  await expect.poll(() => view.page.locator('#run').innerText()).toBe('Run');
});

test('sorting what was a part changes this part only', async () => {
  const view = await over.open();
  await view.write('SELECT 1;\nSELECT * FROM users.csv');
  await view.page.keyboard.press('Shift+Home');
  await view.page.keyboard.press('Control+Enter');
  await view.expectStatus(/^2 rows/);
  await view.chooseOfColumn('age', 'Sort ascending');
  await view.expectText('SELECT 1;\nSELECT * FROM users.csv ORDER BY age');
  await expect.poll(async () => (await view.rows()).map(([, name]) => name)).toEqual(['Bo', 'Ada']);
});

test('an error goes as soon as one types', async () => {
  const view = await over.open();
  await view.ask('SELECT nme FROM users.csv');
  const error = view.page.locator('#error-area');
  await expect.poll(() => error.innerText()).toContain('nme');
  await view.page.keyboard.type(' ');
  await expect.poll(() => error.innerText()).toBe('');
  expect(await view.page.locator('.error-mark').count()).toBe(0);
});

test('text is found in the editor', async () => {
  const view = await over.open();
  await view.write('SELECT age, age + 1 FROM users.csv');
  await view.page.keyboard.press('Control+f');
  await view.page.keyboard.type('age');
  await expect.poll(() => view.page.locator('.cm-searchMatch').count()).toBe(2);
  await view.page.keyboard.press('Escape');
  await expect.poll(() => view.page.locator('.cm-search').count()).toBe(0);
});

describe('parameters', () => {
  test('have fields, whose values keep their digits and their kind', async () => {
    const view = await over.open();
    await view.write('SELECT $n AS n, typeof($t) AS kind, name FROM users.csv WHERE age > $min');
    await field(view, '$n').fill('123456789012345678901234567890');
    await field(view, '$t').fill('007');
    await field(view, '$min').fill('30');
    expect(await view.page.getByLabel('Kind of $t').inputValue()).toBe('text');
    expect(await view.page.getByLabel('Kind of $min').inputValue()).toBe('number');
    await field(view, '$min').press('Enter');
    await view.expectRows([['123456789012345678901234567890', 'VARCHAR', 'Ada']]);
    await view.page.reload();
    await expect.poll(() => field(view, '$min').inputValue()).toBe('30');
  });

  test('of the wrong kind are refused before anything is asked', async () => {
    const view = await over.open();
    await view.write('SELECT ?');
    await field(view, 'Parameter 1').fill('x');
    await view.page.getByLabel('Kind of Parameter 1').selectOption('number');
    await view.button('Run').click();
    const error = view.page.locator('#error-area');
    await expect
      .poll(() => error.innerText())
      .toBe("Parameter 1: expected a number such as 30 or 1.5, got 'x'");
  });
});

test('a link opens a chart as it was set, with its parameters', async () => {
  const view = await over.open();
  await view.write('SELECT * FROM days.csv WHERE value > $least');
  await field(view, '$least').fill('0.5');
  await view.button('Run').click();
  await view.expectStatus(/^3 rows/);
  await view.tab('Chart').click();
  await view.page.getByRole('combobox', { name: 'Chart' }).selectOption('scatter');
  await view.page.getByRole('combobox', { name: 'Colour' }).selectOption('none');
  const chart = (page: ConsoleView) => page.page.locator('.chart svg').getAttribute('aria-label');
  await expect.poll(() => chart(view)).toBe('scatter chart of value by day, 3 points');
  await field(view, 'Title').fill('Values & <days>');
  const titled = 'Values & <days>: scatter chart of value by day, 3 points';
  await expect.poll(() => chart(view)).toBe(titled);
  const svg = await view.download(view.button('Save as SVG'));
  expect(svg.content.toString()).toMatch(/<text[^>]*>Values &amp; &lt;days&gt;<\/text>/);
  await view.button('Copy link').click();
  await view.expectStatus('Copied a link that opens this query.');
  const link = await view.clipboard();
  const opened = await over.open();
  await opened.page.goto('about:blank');
  await opened.page.goto(link);
  await opened.expectText('SELECT * FROM days.csv WHERE value > $least');
  expect(await field(opened, '$least').inputValue()).toBe('0.5');
  await opened.button('Run').click();
  await expect.poll(() => chart(opened)).toBe(titled);
  expect(await field(opened, 'Title').inputValue()).toBe('Values & <days>');
});

test('the history says how each query ended, and is searched', async () => {
  const view = await over.open();
  await view.ask('SELECT nme FROM users.csv');
  await view.expectStatus('The query failed.');
  await view.ask('SELECT name FROM users.csv');
  await view.expectStatus(/^2 rows/);
  await view.tab('History').click();
  const items = view.page.locator('#history-panel .item');
  await expect.poll(() => items.count()).toBe(2);
  expect(await items.first().innerText()).toMatch(/2 rows · [\d.]+ ms$/);
  expect(await items.last().innerText()).toMatch(/ · failed\n.*nme/);
  await view.page.getByLabel('Search the history').fill('nme');
  await expect.poll(() => items.count()).toBe(1);
});

test('queries are saved by name, linked to, and taken to another browser as a file', async () => {
  const view = await over.open();
  await view.write('SELECT name FROM users.csv');
  await view.button('Save').click();
  expect(await view.page.getByLabel('Name', { exact: true }).inputValue()).toBe('users.csv');
  await view.page.getByLabel('Name', { exact: true }).fill('Names');
  await view.page.keyboard.press('Enter');
  await view.expectStatus("Saved 'Names' in this browser.");
  await view.tab('Saved').click();
  await view.button('Copy a link to Names').click();
  await view.expectStatus("Copied a link that opens 'Names'.");
  expect(await view.clipboard()).toContain('#sql=SELECT%20name%20FROM%20users.csv');
  const { name, content } = await view.download(view.button('Save as a file'));
  expect(name).toBe('queries.json');
  const other = await over.open();
  await other.tab('Saved').click();
  const file = other.page.locator('#saved-panel input[type=file]');
  const upload = (buffer: Buffer) =>
    file.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer });
  await upload(Buffer.from('[{"name":"x"}]'));
  await other.expectStatus(/^mine\.json was not read: expected a JSON array/);
  await upload(content);
  await other.expectStatus("Added of mine.json: 'Names'.");
  await other.page.reload();
  await other.tab('Saved').click();
  await other.button(/^Names/).click();
  await other.expectText('SELECT name FROM users.csv');
  await other.button('Delete Names').click();
  const panel = other.page.locator('#saved-panel');
  await expect.poll(() => panel.innerText()).toContain('No saved queries yet');
});

test('what a browser does not keep is said', async () => {
  const view = await over.open();
  await view.page.addInitScript(
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
  );
  await view.page.reload();
  await view.expectStatus(/^This browser keeps nothing/);
  await view.write('SELECT name FROM users.csv');
  await view.button('Save').click();
  await view.page.keyboard.press('Enter');
  await view.expectStatus(/^Listed 'users\.csv'\. This browser keeps nothing more/);
});

describe('by keyboard alone', () => {
  const press = async (view: ConsoleView, ...keys: string[]) => {
    for (const key of keys) await view.page.keyboard.press(key);
  };
  /** Of what has the focus: its name, and that one sees it. */
  const focus = (view: ConsoleView) => view.page.evaluate(focused);
  const focused = `(() => {
    const active = document.activeElement;
    const { outlineStyle } = getComputedStyle(active);
    const name = active.getAttribute('aria-label') ?? active.labels?.[0]?.querySelector('span')?.textContent ?? active.textContent;
    return name.trim() + (outlineStyle === 'none' ? ' unseen' : '');
  })()`;
  const tabTo = async (view: ConsoleView, name: string) => {
    for (let step = 0; step < 40 && (await focus(view)) !== name; step += 1)
      await press(view, 'Tab');
    expect(await focus(view)).toBe(name);
  };

  test.each([
    ['Explain', 'What the query reads'],
    ['Save', 'Save the query as'],
  ])('%s opens, and Escape leads back', async (button, title) => {
    const view = await over.open();
    await view.write('SELECT * FROM users.csv');
    await tabTo(view, button);
    await press(view, 'Enter');
    const dialog = view.page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    expect(await focus(view)).not.toMatch(/unseen$/);
    await press(view, 'Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await focus(view)).toBe(button);
  });

  test('a query is formatted, and its parameters are filled in', async () => {
    const view = await over.open();
    await view.write(
      'SELECT name, age FROM users.csv WHERE age > $least AND name <> $name ORDER BY id',
    );
    await press(view, 'Tab');
    expect(await focus(view)).toBe('$least');
    await view.page.keyboard.type('30');
    await tabTo(view, 'Run');
    await press(view, 'Enter');
    const error = view.page.locator('#error-area');
    await expect.poll(() => error.innerText()).toContain('Parameter name has no value yet');
    await press(view, 'Shift+Tab', 'Shift+Tab');
    expect(await focus(view)).toBe('$name');
    await view.page.keyboard.type('Bo');
    await press(view, 'Enter');
    await view.expectRows([['Ada', '36']]);
    await tabTo(view, 'Format');
    await press(view, 'Enter');
    await expect.poll(() => view.text()).toContain('\nFROM users.csv\n');
    await view.page.keyboard.type('x');
    await expect.poll(() => view.text()).toContain('x');
  });

  test('a chart is set, titled and aggregated', async () => {
    const view = await over.open();
    await view.ask('SELECT * FROM days.csv');
    await view.expectStatus(/^3 rows/);
    await tabTo(view, 'Table');
    await press(view, 'ArrowRight');
    await view.page.locator('.chart svg').waitFor();
    await tabTo(view, 'Colour');
    await press(view, 'Home');
    await tabTo(view, 'Title');
    await view.page.keyboard.type('Days');
    await view.page.getByRole('img', { name: /^Days: line chart/ }).waitFor();
    await tabTo(view, 'Aggregate ▾');
    await press(view, 'Enter');
    await view.page.getByRole('menu', { name: 'Aggregate' }).waitFor();
    await press(view, 'Escape');
    expect(await focus(view)).toBe('Aggregate ▾');
    await press(view, 'Enter', 'Enter');
    await expect.poll(() => view.text()).toContain('GROUP BY ALL');
  });

  test('a saved query is opened, and deleted', async () => {
    const view = await over.open();
    await view.write('SELECT name FROM users.csv');
    await tabTo(view, 'Save');
    await press(view, 'Enter', 'Enter');
    await view.expectStatus("Saved 'users.csv' in this browser.");
    await view.tab('Files').focus();
    await press(view, 'ArrowRight', 'ArrowRight', 'Tab');
    expect(await focus(view)).toContain('SELECT name');
    await press(view, 'Enter');
    await view.tab('Saved').focus();
    await tabTo(view, 'Delete users.csv');
    await press(view, 'Enter');
    await view.expectStatus("Deleted 'users.csv'.");
  });
});
