// The grid of the console: columns that are sorted, filtered, moved and hidden, cells in full, rows that are taken along.
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import type { ConsoleView } from './console/console-view.ts';
import { consoleOver } from './console/open-console.ts';

const over = consoleOver({
  'users.csv':
    'id,name,age,city\n1,Ada,36,London\n2,Bo,27,Oslo\n3,Chi,45,London\n4,Dee,,""\n5,"O\'Hara",36,Oslo\n',
});

async function asked(sql: string): Promise<ConsoleView> {
  const view = await over.open();
  await view.ask(sql);
  await view.expectStatus(/ scanned · /);
  return view;
}

const names = async (view: ConsoleView) => (await view.rows()).map((row) => row[1]);

describe('a column', () => {
  test('shows its type, and how many rows and columns there are', async () => {
    const view = await asked("SELECT *, 1.50 AS price, DATE '2024-01-31' AS day FROM users.csv");
    expect(await view.page.locator('.head-type').allInnerTexts()).toEqual([
      'bigint',
      'varchar',
      'bigint',
      'varchar',
      'decimal(3,2)',
      'date',
    ]);
    expect(await view.page.locator('#row-count').innerText()).toBe('5 rows × 6 columns');
  });

  test('sorts all rows, by SQL that one sees', async () => {
    const view = await asked('SELECT * FROM users.csv LIMIT 2');
    await view.chooseOfColumn('age', 'Sort descending');
    await view.expectText('SELECT * FROM users.csv ORDER BY age DESC LIMIT 2');
    await expect.poll(() => names(view)).toEqual(['Chi', 'Ada']);
    const sorted = view.page.getByRole('columnheader', { name: /^age/ });
    await expect.poll(() => sorted.getAttribute('aria-sort')).toBe('descending');
    await view.chooseOfColumn('age', 'Sort ascending');
    await view.expectText('SELECT * FROM users.csv ORDER BY age LIMIT 2');
    await expect.poll(() => names(view)).toEqual(['Bo', 'Ada']);
    await view.chooseOfColumn('age', 'Remove sorting');
    await view.expectText('SELECT * FROM users.csv LIMIT 2');
    await expect.poll(() => names(view)).toEqual(['Ada', 'Bo']);
    await view.editor.focus();
    await view.page.keyboard.press('Control+z');
    await view.expectText('SELECT * FROM users.csv ORDER BY age LIMIT 2');
  });

  test('filters by what one enters, and by the value of a cell', async () => {
    const view = await asked('SELECT * FROM users.csv');
    await view.chooseOfColumn('age', 'Filter rows…');
    await view.page.getByLabel('Comparison').selectOption('>=');
    await view.page.getByRole('textbox', { name: 'Value' }).fill('36');
    await view.page.keyboard.press('Enter');
    await view.expectText('SELECT * FROM users.csv WHERE age >= 36');
    await expect.poll(() => names(view)).toEqual(['Ada', 'Chi', "O'Hara"]);
    await view.page.getByRole('gridcell', { name: "O'Hara" }).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Leave out rows with this value' }).click();
    await view.expectText(
      "SELECT * FROM users.csv WHERE age >= 36 AND name IS DISTINCT FROM 'O''Hara'",
    );
    await expect.poll(() => names(view)).toEqual(['Ada', 'Chi']);
  });

  test('of grouped rows is filtered around the query', async () => {
    const view = await asked('SELECT city, count(*) AS n FROM users.csv GROUP BY 1 ORDER BY 1');
    await view.page.getByRole('gridcell', { name: '1', exact: true }).click();
    await view.page.keyboard.press('Shift+F10');
    await view.page.getByRole('menuitem', { name: 'Keep rows with this value' }).click();
    await view.expectRows([['NULL', '1']]);
    await view.chooseOfColumn('n', 'Sort ascending');
    await view.expectRows([['NULL', '1']]);
  });

  test('of a name that others have is sorted by its number, and not filtered by its name', async () => {
    const view = await asked('SELECT id, age AS id FROM users.csv');
    await view.page.getByRole('columnheader').nth(1).getByRole('button').click();
    await view.page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await view.expectText('SELECT id, age AS id FROM users.csv ORDER BY 2 DESC');
    await view.page.getByRole('columnheader').nth(1).getByRole('button').click();
    await view.page.getByRole('menuitem', { name: 'Filter rows…' }).click();
    await view.expectStatus("2 columns are named 'id': give each its own name with AS.");
  });

  test('is moved, resized, hidden and found, by keyboard alone', async () => {
    const view = await asked('SELECT * FROM users.csv');
    const { keyboard } = view.page;
    await view.page.getByRole('grid').focus();
    await keyboard.press('Alt+ArrowRight');
    await expect.poll(() => view.columns()).toEqual(['name', 'id', 'age', 'city']);
    const width = () =>
      view.page.getByRole('columnheader', { name: /^id/ }).evaluate((head) => head.clientWidth);
    const before = await width();
    await keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(width).toBe(before + 24);
    await keyboard.press('Alt+ArrowDown');
    await keyboard.press('h');
    await keyboard.press('Enter');
    await expect.poll(() => view.columns()).toEqual(['name', 'age', 'city']);
    await view.button('Columns').focus();
    await keyboard.press('Enter');
    await view.page.getByLabel('Find columns').fill('id');
    await keyboard.press('Enter');
    await expect.poll(() => view.columns()).toEqual(['name', 'id', 'age', 'city']);
    await keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => view.columns()).toEqual(['id', 'name', 'age', 'city']);
    await keyboard.press('Control+Enter');
  });

  test('is dragged to another place, and wider at its edge', async () => {
    const view = await asked('SELECT * FROM users.csv');
    const { mouse } = view.page;
    const head = (name: RegExp) => view.page.getByRole('columnheader', { name });
    const box = async (name: RegExp) =>
      (await head(name).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const id = await box(/^id/);
    const city = await box(/^city/);
    await mouse.move(id.x + 40, id.y + 12);
    await mouse.down();
    await mouse.move(city.x + 20, city.y + 12, { steps: 5 });
    await mouse.up();
    await expect.poll(() => view.columns()).toEqual(['name', 'age', 'city', 'id']);
    const age = await box(/^age/);
    await mouse.move(age.x + age.width - 3, age.y + 12);
    await mouse.down();
    await mouse.move(age.x + age.width + 97, age.y + 12, { steps: 5 });
    await mouse.up();
    await expect.poll(async () => (await box(/^age/)).width).toBeGreaterThan(age.width + 80);
    await view.ask('SELECT * FROM users.csv ORDER BY name DESC');
    await expect.poll(async () => (await view.rows())[0]?.[0]).toBe("O'Hara");
    expect(await view.columns()).toEqual(['name', 'age', 'city', 'id']);
  });
});

describe('a cell', () => {
  const panel = (view: ConsoleView) => view.page.locator('#value-panel');

  test('shows all of its text with its line breaks, and follows the keys', async () => {
    const view = await asked(
      "SELECT repeat('long ', 300) || chr(10) || 'end ' AS t, 170141183460469231731687303715 AS n, NULL AS nothing",
    );
    await view.page.getByRole('gridcell').first().dblclick();
    await expect
      .poll(() => panel(view).innerText())
      .toContain('1,505 characters · 2 lines · blanks at an end');
    expect(await panel(view).locator('pre').textContent()).toBe(`${'long '.repeat(300)}\nend `);
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('ArrowRight');
    await expect
      .poll(() => panel(view).innerText())
      .toContain('170,141,183,460,469,231,731,687,303,715');
    await view.page.keyboard.press('ArrowRight');
    await expect.poll(() => panel(view).locator('.null').innerText()).toBe('NULL');
    await view.button('Close details').focus();
    await view.page.keyboard.press('Escape');
    await expect.poll(() => panel(view).isVisible()).toBe(false);
  });

  test('with JSON is a tree, from a list, a struct or a text', async () => {
    const view = await asked(
      `SELECT {'a': [1, 2], 'b': {'c': 'x'}} AS s, '{"k":[9007199254740993,true]}' AS t`,
    );
    await view.page.getByRole('gridcell').first().click();
    await view.page.keyboard.press('Enter');
    await expect
      .poll(() => panel(view).locator('.json-key').allInnerTexts())
      .toEqual(['a: ', '0: ', '1: ', 'b: ', 'c: ']);
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('ArrowRight');
    await expect
      .poll(() => panel(view).locator('.json-value').allInnerTexts())
      .toEqual(['9007199254740993', 'true']);
  });
});

test('the profile of a column is counted by the engine over all rows, and filters them', async () => {
  const view = await asked(
    "SELECT range AS n, CASE WHEN range % 3 = 0 THEN 'x' WHEN range > 90000 THEN NULL ELSE '' END AS k FROM range(100000)",
  );
  await view.chooseOfColumn('n', 'Profile of the column');
  const profile = view.page.locator('#profile-panel');
  const figures = async () => {
    const texts = await profile.locator('dt, dd').allInnerTexts();
    return Object.fromEntries(
      texts.flatMap((name, at) => (at % 2 === 0 ? [[name, texts[at + 1]]] : [])),
    );
  };
  await expect.poll(figures).toEqual({
    Rows: '100,000',
    NULL: '0',
    Distinct: '100,000',
    Minimum: '0',
    Maximum: '99999',
    Average: '49999.5',
  });
  expect(await profile.locator('.bins span').count()).toBe(24);
  await view.page.getByRole('grid').focus();
  await view.page.keyboard.press('ArrowRight');
  await expect.poll(figures).toEqual({
    Rows: '100,000',
    NULL: '6,666 (6.7 %)',
    'Empty text': '60,000',
    Distinct: '2',
    Minimum: '',
    Maximum: 'x',
  });
  await profile.getByRole('button', { name: /33,334/ }).click();
  await view.expectStatus(/^33,334 rows/);
});

describe('rows', () => {
  test.each([
    ['Copy as CSV', 'name,age\nAda,36\nBo,27\n'],
    ['Copy as Markdown', '| name | age |\n| --- | ---: |\n| Ada | 36 |\n| Bo | 27 |\n'],
    ['Copy as JSON', '[\n{"name":"Ada","age":36},\n{"name":"Bo","age":27}\n]\n'],
    ['Copy as SQL list, for IN (…)', "('Ada', 'Bo')"],
  ])('%s as far as they are selected', async (item, expected) => {
    const view = await asked('SELECT id, name, age FROM users.csv ORDER BY id');
    await view.page.getByRole('gridcell', { name: 'Ada' }).click();
    await view.page.keyboard.press('Shift+ArrowDown');
    await view.page.keyboard.press('Shift+ArrowRight');
    await view.choose('Copy rows', item);
    await view.expectStatus(/^Copied 2 rows as /);
    expect(await view.clipboard()).toBe(expected);
  });

  test('are copied as they stand, hidden columns left out', async () => {
    const view = await asked('SELECT id, name, age FROM users.csv ORDER BY id LIMIT 1');
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('Alt+ArrowRight');
    await view.chooseOfColumn('age', 'Hide');
    await view.choose('Copy rows', 'Copy as CSV');
    await view.expectStatus(/^Copied 1 row/);
    expect(await view.clipboard()).toBe('name,id\nAda,1\n');
  });

  const sql =
    "SELECT * FROM (VALUES (9007199254740993, 'a,b', ''), (NULL, 'x\"y', 'z')) v(n, t, e)";

  test.each([
    ['CSV', 'result.csv', 'n,t,e\n9007199254740993,"a,b",""\n,"x""y",z\n'],
    ['TSV', 'result.tsv', 'n\tt\te\n9007199254740993\ta,b\t""\n\t"x""y"\tz\n'],
    [
      'NDJSON',
      'result.ndjson',
      '{"n":9007199254740993,"t":"a,b","e":""}\n{"n":null,"t":"x\\"y","e":"z"}\n',
    ],
  ])('are downloaded as %s by the service', async (label, name, content) => {
    const view = await asked(sql);
    await view.button('Download rows').click();
    const item = view.page.getByRole('menuitem', { name: `Download as ${label}`, exact: true });
    const file = await view.download(item);
    expect({ ...file, content: file.content.toString() }).toEqual({ name, content });
    await view.expectStatus(/^Downloaded \d+ B$/);
  });

  test('are downloaded as JSON, Arrow and Parquet', async () => {
    const view = await asked(sql);
    const saved = async (label: string) => {
      await view.button('Download rows').click();
      return view.download(view.page.getByRole('menuitem', { name: `Download as ${label}` }));
    };
    const document = JSON.parse((await saved('JSON document')).content.toString());
    expect(document.columns).toEqual(['n', 't', 'e']);
    expect(tableFromIPC((await saved('Arrow')).content).numRows).toBe(2);
    const parquet = await saved('Parquet');
    expect(parquet.name).toBe('result.parquet');
    await view.ask('SELECT * FROM users.csv');
    await view.expectStatus(/^5 rows/);
    expect((await saved('CSV')).name).toBe('users.csv');
    expect(parquet.content.subarray(0, 4).toString()).toBe('PAR1');
  });
});

describe('a value of any type', () => {
  const chooseOfCell = async (view: ConsoleView, name: string | RegExp, item: string) => {
    await view.page.getByRole('gridcell', { name }).first().click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  test('shows and is copied as the service wrote it', async () => {
    const json = '{"10": 1.50,"9":0,"10":[]}';
    const view = await asked(`SELECT MAP{'10':'x','9':'y'} AS m, '${json}'::JSON AS j`);
    await view.expectRows([['{"10":"x","9":"y"}', json]]);
    await view.choose('Copy rows', 'Copy as JSON');
    await view.expectStatus(/^Copied 1 row/);
    expect(await view.clipboard()).toBe(`[\n{"m":{"10":"x","9":"y"},"j":${json}}\n]\n`);
    await view.page.getByRole('gridcell').nth(1).dblclick();
    const keys = view.page.locator('.json-key');
    await expect.poll(() => keys.allInnerTexts()).toEqual(['10: ', '9: ', '10: ']);
  });

  test.each([
    ['FLOAT', 'unnest([0.1::FLOAT, 3.4e38::FLOAT])', '3.4e+38'],
    ['DOUBLE', 'unnest([0.12345678901234566::DOUBLE, 0.5])', '0.12345678901234566'],
    ['BLOB', "unnest(['\\xAA\\x00'::BLOB, 'abc'::BLOB])", 'qgA='],
    ['JSON', "unnest(['5'::JSON, '\"5\"'::JSON, '\"x\"'::JSON])", 'x'],
    ['texts with CR', "unnest(['a' || chr(13) || chr(10) || 'b', 'a' || chr(10) || 'b'])", /^a↵b/],
  ])('of %s is found by the filter, and by a list of all', async (type, values, name) => {
    const view = await asked(`SELECT 7 AS k, ${values} AS v`);
    const count = await view.page.locator('.grid-row').count();
    await chooseOfCell(view, name, 'Copy as SQL list, for IN (…)');
    await view.expectStatus(/as SQL list, for IN \(…\), of v\./);
    const list = await view.clipboard();
    await chooseOfCell(view, name, 'Keep rows with this value');
    await view.expectStatus(/^1 row /);
    const compared = type === 'JSON' ? 'CAST(v AS VARCHAR)' : 'v';
    await view.ask(
      `SELECT count(*) AS n FROM (SELECT ${values} AS v) WHERE ${compared} IN ${list}`,
    );
    await view.expectRows([[String(count)]]);
  });

  test('of a DOUBLE that is NULL, NaN or infinite is told and found as one of these', async () => {
    const view = await asked("SELECT unnest(['NaN'::DOUBLE, 'Infinity', NULL, 1.5]) AS v");
    await view.page.getByRole('gridcell', { name: 'NULL' }).first().dblclick();
    const value = view.page.locator('#value-panel');
    await expect.poll(() => value.innerText()).toContain('NULL, NaN or an infinity');
    await view.tab('Column').click();
    const profile = view.page.locator('#profile-panel');
    await expect
      .poll(() => profile.innerText())
      .toMatch(/NaN, infinite\s+2\s+Minimum\s+1.5\s+Maximum\s+1.5/);
    await chooseOfCell(view, 'NULL', 'Keep rows with this value');
    await view.expectStatus(/^3 rows /);
  });

  test('of numbers beyond every integer has a profile', async () => {
    const most = '170141183460469231731687303715884105727';
    const view = await asked(`SELECT unnest([${most}::HUGEINT, 1]) AS v`);
    await view.chooseOfColumn('v', 'Profile of the column');
    const profile = view.page.locator('#profile-panel');
    await expect.poll(() => profile.innerText()).toMatch(/Average\s+8.5\d+e\+?37/);
  });
});

test('row numbers leave the first column free after a look at the chart', async () => {
  const view = await asked('SELECT id, age FROM users.csv');
  const left = async () => (await view.page.getByRole('gridcell').first().boundingBox())?.x;
  const before = await left();
  await view.tab('Chart').click();
  await view.page.locator('.chart svg').waitFor();
  await view.tab('Table').click();
  await expect.poll(left).toBe(before);
});

test('rows of a query that was changed since say so, and what was typed stays', async () => {
  const view = await asked('SELECT * FROM users.csv');
  const note = view.page.locator('#stale-note');
  expect(await note.innerText()).toBe('');
  await view.write('SELECT name FROM users.csv');
  await expect.poll(() => note.innerText()).toBe('Rows of the query before it was changed');
  await view.chooseOfColumn('age', 'Sort ascending');
  await view.expectText('SELECT * FROM users.csv ORDER BY age');
  await expect.poll(() => note.innerText()).toBe('');
  await view.page.locator('#draft-tabs [role=tab]').first().click();
  await view.expectText('SELECT name FROM users.csv');
});

test('what the keyboard sorted and filtered keeps the focus, and the column', async () => {
  const view = await asked('SELECT * FROM users.csv');
  const { keyboard } = view.page;
  const focused = () => view.page.evaluate('document.activeElement.id');
  await view.page.getByRole('grid').focus();
  await keyboard.press('ArrowRight');
  await keyboard.press('Alt+ArrowDown');
  await keyboard.press('Enter');
  await view.expectText('SELECT * FROM users.csv ORDER BY name');
  await expect.poll(focused).toBe('grid');
  await keyboard.press('Shift+F10');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await view.expectText("SELECT * FROM users.csv WHERE name = 'Ada' ORDER BY name");
  await expect.poll(focused).toBe('grid');
  const active = () => view.page.getByRole('grid').getAttribute('aria-activedescendant');
  await expect.poll(active).toBe('cell-0-1');
});

describe('rows that are not the answer to the last query', () => {
  test('are said to be so, and neither copied nor downloaded', async () => {
    const view = await asked('SELECT name FROM users.csv ORDER BY id LIMIT 1');
    await view.page.evaluate("navigator.clipboard.writeText('before')");
    await view.ask('SELECT nme FROM users.csv');
    await view.expectStatus('The query failed.');
    await expect
      .poll(() => view.page.locator('#stale-note').innerText())
      .toBe('These rows answer an earlier query');
    for (const name of ['Columns', 'Copy rows', 'Download rows', 'Details']) {
      expect(await view.button(name).isDisabled()).toBe(true);
    }
    await view.page.locator('#grid').focus();
    await view.page.keyboard.press('Control+c');
    expect(await view.clipboard()).not.toContain('Ada');
    await view.ask('SELECT name FROM users.csv ORDER BY id DESC LIMIT 1');
    await view.expectRows([["O'Hara"]]);
    expect(await view.page.locator('#stale-note').innerText()).toBe('');
    expect(await view.button('Copy rows').isDisabled()).toBe(false);
  });
});
