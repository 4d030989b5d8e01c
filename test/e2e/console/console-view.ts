// The console as a person meets it: where to type, what to press, what to read.
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { TestPage } from './browser.ts';

export class ConsoleView {
  readonly page: TestPage;

  constructor(page: TestPage) {
    this.page = page;
  }

  get editor(): Locator {
    return this.page.getByLabel('SQL query');
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  file(name: string): Locator {
    return this.page.getByRole('treeitem', { name });
  }

  async expectFiles(count: number): Promise<void> {
    await expect.poll(() => this.page.locator('#file-list .file').count()).toBe(count);
  }

  /** Of the menu that a button opens. */
  async choose(buttonName: string | RegExp, item: string): Promise<void> {
    await this.button(buttonName).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Of the menu of a column. */
  async chooseOfColumn(column: string, item: string): Promise<void> {
    await this.choose(`Menu of ${column}`, item);
  }

  /** Names of the columns that show, from left to right. */
  async columns(): Promise<string[]> {
    const names = await this.page.locator('.grid-head .head-name').allInnerTexts();
    return names.map((name) => name.replace(/^[↑↓] /, ''));
  }

  clipboard(): Promise<string> {
    return this.page.evaluate('navigator.clipboard.readText()');
  }

  /** Pastes over what the editor holds. */
  async write(sql: string): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(sql)})`);
    await this.editor.click();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.press('Control+v');
  }

  async ask(sql: string): Promise<void> {
    await this.write(sql);
    await this.page.keyboard.press('Control+Enter');
  }

  /** The lines of the editor. */
  async text(): Promise<string> {
    return (await this.page.locator('.cm-line').allInnerTexts()).join('\n').trim();
  }

  async expectText(sql: string): Promise<void> {
    await expect.poll(() => this.text()).toBe(sql);
  }

  async expectStatus(text: string | RegExp): Promise<void> {
    const status = this.page.locator('#status');
    const matching = text instanceof RegExp ? expect.stringMatching(text) : text;
    await expect.poll(() => status.innerText()).toEqual(matching);
  }

  /** The cells of the rows that show, without row numbers. */
  async rows(): Promise<string[][]> {
    const rows = await this.page.locator('.grid-row').all();
    return Promise.all(rows.map((row) => row.getByRole('gridcell').allInnerTexts()));
  }

  async expectRows(rows: readonly (readonly string[])[]): Promise<void> {
    await expect.poll(() => this.rows()).toEqual(rows);
  }

  /** Presses, and reads the file the browser was given. */
  async download(press: Locator): Promise<{ name: string; content: Buffer }> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), press.click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    return { name: file.suggestedFilename(), content: Buffer.concat(chunks) };
  }
}
