// Each rule of docs/csv-files.md that stands in a table is a test of that name: what it says is asked of an engine.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, sharedEngine } from '../test-engine.ts';
import { type CsvExample, csvExamples } from './csv-examples.ts';

const engineOver = sharedEngine();

interface Rule {
  readonly section: string;
  readonly what: string;
  readonly says: string;
}

function rulesOf(page: string): Rule[] {
  let section = '';
  const rules: Rule[] = [];
  for (const line of page.split('\n')) {
    section = /^## (.*)/.exec(line)?.[1] ?? section;
    const [, what, says] = /^\| ((?:[^|\\]|\\.)+) \| (.*) \|$/.exec(line) ?? [];
    const isHead = what === 'what' || what === 'type' || what === 'the file';
    if (what !== undefined && says !== undefined && !isHead) rules.push({ section, what, says });
  }
  return rules;
}

const page = new URL('../../docs/csv-files.md', import.meta.url);
const rules = rulesOf(readFileSync(page, 'utf8'));
const keyOf = ({ section, what }: Rule) => `${section}: ${what}`;

test('every rule has its examples, and every example its rule', () => {
  expect(Object.keys(csvExamples).sort()).toEqual(rules.map(keyOf).sort());
});

async function check({ content, name = 'x.csv', read = `'${name}'`, rows, refused }: CsvExample) {
  const bytes = name.endsWith('.gz') ? gzipSync(content) : content;
  const { engine } = await engineOver({ [name]: bytes });
  const answer = ask(engine, `SELECT * FROM ${read}`);
  if (refused !== undefined) await expect(answer).rejects.toThrow(refused);
  else expect(JSON.parse(`[${(await answer).text}]`)).toEqual(rows);
}

describe.each(rules)('$section: $what: $says', (rule) => {
  const examples = csvExamples[keyOf(rule)] ?? [];
  test.each(examples)('$content read as $read', check);
});
