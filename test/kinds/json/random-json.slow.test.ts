// Compares answers over random JSON files with what another library reads in them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLosslessNumber, parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { canonicalNumber } from '../../differential/canonical-number.ts';
import { ask, testEngine } from '../../test-engine.ts';
import { randomJson } from './random-json.ts';

const files = Number(process.env.RANDOM_JSON_FILES ?? 150);
const firstSeed = Number(process.env.RANDOM_JSON_SEED ?? 1);

test('random files', { timeout: 600_000 }, async () => {
  const { engine, folder } = await testEngine();
  let answered = 0;
  for (let seed = firstSeed; seed < firstSeed + files; seed++) {
    const { name, content, fault } = randomJson(seed);
    const path = `${seed}-${name}`;
    await writeFile(join(folder, path), content);
    const answer = await ask(engine, `SELECT * FROM ${path}`, { layout: 'json-nested' }).catch(
      (error: Error) => error,
    );
    if (fault !== null) {
      expect(answer, `${seed}: ${fault}`).toMatchObject({ code: 'file_invalid' });
      continue;
    }
    if (answer instanceof Error) throw new Error(`${seed}: ${answer.message}`, { cause: answer });
    const found = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => Object.values(plain(parse(line)) as object));
    expect(found, String(seed)).toEqual(expectedRows(content));
    expect(answer.rowsScanned).toBe(found.length);
    answered++;
  }
  expect(answered).toBeGreaterThan(files / 2);
});

/** Rows with the values of all keys, in the order in which these come first. */
function expectedRows(content: string): unknown[][] {
  const records = recordsOf(content.replace(/^\ufeff/, '')).map((record) => entriesOf(record));
  const keys = [...new Set(records.flatMap((entries) => entries.map(([key]) => key)))];
  return records.map((entries) => {
    const values = new Map(entries);
    return keys.map((key) => plain(values.get(key) ?? null));
  });
}

/** The texts of the objects: they end where their brackets do. */
function recordsOf(content: string): string[] {
  const records: string[] = [];
  const isList = content.trimStart().startsWith('[');
  const outside = isList ? 1 : 0;
  let depth = 0;
  let start = 0;
  for (const { 0: part, index } of content.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (part === '{' || part === '[') {
      if (depth === outside && part === '{') start = index;
      depth++;
    } else if (part === '}' || part === ']') {
      depth--;
      if (depth === outside && part === '}') records.push(content.slice(start, index + 1));
    }
  }
  return records;
}

/** In their order, which objects do not keep for keys such as '1'. */
function entriesOf(record: string): [string, unknown][] {
  return Object.entries(parse(record) as object);
}

/** Numbers that are equal become the same text. */
function plain(value: unknown): unknown {
  if (isLosslessNumber(value)) return unsigned(value.value);
  // Among time stamps a date is midnight.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return `${value}T00:00:00`;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** A whole minus zero is 0 in most columns. */
function unsigned(number: string): string {
  const text = canonicalNumber(number);
  return `#${text === '-0' ? '0' : text}`;
}
