// What the texts of the sources may hold: whose words, and which comment on top.
import { expect, test } from 'vitest';
import { codeOf, sourceFiles, textOf } from './source-files.ts';

/** SQL and texts of errors that only the engine's own folder may know. */
const wordsOfDuckDb: readonly RegExp[] = [
  /read_parquet\(/i,
  /TRY_CAST\(/,
  /json_serialize_sql/i,
  /Binder Error/,
  /Invalid Input Error/,
  /INTERRUPT/,
  /@duckdb/,
];

test.each(wordsOfDuckDb)('%s stands below engines/duckdb only', (word) => {
  const users = sourceFiles.filter((file) => word.test(codeOf(file)));
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter((file) => !file.startsWith('engines/duckdb/'))).toEqual([]);
});

test('the first line of each file says with a verb what it does', () => {
  const wrong = sourceFiles
    .map((file) => `${file}: ${textOf(file).split('\n')[0]}`)
    .filter((line) => !/: (?:\/\/|\/\*) [A-Z][a-z]*s\b/.test(line));
  expect(wrong).toEqual([]);
});

test('only the entry files end the process or touch its streams and arguments', () => {
  const pattern = /process\.(exit|exitCode|argv|stdin|stdout|stderr|env)\b/;
  const entries = ['launch.ts', 'main.ts', 'engine-main.ts'];
  const users = sourceFiles.filter((file) => pattern.test(codeOf(file)));
  expect(users.filter((file) => !entries.includes(file))).toEqual([]);
});
