// The statements that the next shell knows.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addToHistory,
  historyPath,
  historySize,
  readHistory,
} from '../../../src/cli/shell/history-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('entries come back newest first, whatever they hold', async () => {
  const path = join(await temporaryFolder(), 'deep', 'history');
  expect(await readHistory(path)).toEqual([]);
  const entries = ['SELECT 1;', "SELECT 'a\nb\\n';", '.help', 'SELECT é;'];
  for (const entry of entries) await addToHistory(path, entry);
  expect(await readHistory(path)).toEqual(entries.toReversed());
});

test("a file that anyone could read is its owner's alone", async () => {
  const path = join(await temporaryFolder(), 'history');
  await writeFile(path, 'SELECT 1;\n', { mode: 0o666 });
  expect(await readHistory(path)).toEqual(['SELECT 1;']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a long file is shortened', async () => {
  const path = join(await temporaryFolder(), 'history');
  const lines = Array.from({ length: 3 * historySize }, (_, i) => `SELECT ${i};`);
  await writeFile(path, `${lines.join('\n')}\n`);
  expect(await readHistory(path)).toHaveLength(historySize);
  expect((await readFile(path, 'utf8')).split('\n')[0]).toBe('SELECT 2000;');
});

test('a place that cannot be written costs nothing', async () => {
  await addToHistory('/dev/null/history', 'SELECT 1;');
  expect(await readHistory('/dev/null/history')).toEqual([]);
});

test('it lies where the state of programs does', () => {
  expect(historyPath({ XDG_STATE_HOME: '/s', HOME: '/h' })).toBe('/s/pathql/history');
  expect(historyPath({ HOME: '/h' })).toBe('/h/.local/state/pathql/history');
});
