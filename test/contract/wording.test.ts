// The docs are spelt right, keep to one word for one thing, and are sound Markdown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDefaultSettings, mergeSettings, spellCheckDocument } from 'cspell-lib';
import { lint } from 'markdownlint/promise';
import { beforeAll, expect, test } from 'vitest';
import { pages, proseOf, textOfPage } from './pages.ts';

const wordsFile = join(import.meta.dirname, 'known-words.txt');
const knownWords = readFileSync(wordsFile, 'utf8').trim().split('\n');
const language = 'en,en-GB';

let spelling: ReturnType<typeof mergeSettings>;
beforeAll(async () => {
  const own = { language, dictionaries: ['en-gb'], words: knownWords };
  spelling = mergeSettings(await getDefaultSettings(), own);
});

async function misspelt(text: string): Promise<string[]> {
  const document = { uri: 'file:///page.md', text, languageId: 'markdown', locale: language };
  const options = { generateSuggestions: false, noConfigSearch: true };
  const { issues } = await spellCheckDocument(document, options, spelling);
  return issues.map((issue) => issue.text);
}

test.each(
  pages,
)('%s is spelt right (test/contract/known-words.txt has our own words)', async (page) => {
  expect(await misspelt(proseOf(page))).toEqual([]);
});

test('a wrong word is found', async () => {
  expect(await misspelt('A tabel of rows')).toEqual(['tabel']);
});

/** On the left what is not written, on the right what is. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/\bNode\.?js\b/i, 'Node'],
  [/\b(?:Java[sS]cript|Type[sS]cript)\b(?<!JavaScript|TypeScript)/, 'JavaScript, TypeScript'],
  [/\bDuckDb\b|\bDuckdb\b/, 'DuckDB'],
  [/\bGithub\b/, 'GitHub'],
  [/\bcsv file/, 'CSV file'],
  [/\bconfig(?:uration)? (?:option|variable)s?\b/i, 'setting'],
  [/\benv(?:ironment)? var\b/i, 'environment variable'],
  [/\bpictures?\b/i, 'image'],
  [/\b(?:directory|directories)\b/i, 'folder'],
  [/\bquer(?:y|ies) plan gate\b|\bstatement gate\b/i, 'statement policy'],
  [/\b(?:simply|obviously|of course)\b/i, 'nothing: it helps nobody'],
];

test.each(pages)('%s keeps to the terms', (page) => {
  const prose = proseOf(page);
  const wrong = terms.flatMap(([pattern, right]) => {
    const found = pattern.exec(prose);
    return found === null ? [] : [`'${found[0]}': write ${right}`];
  });
  expect(wrong).toEqual([]);
});

/** Off is what is a matter of taste, or is tested elsewhere, as links are. */
const rules = {
  default: true,
  'line-length': false,
  'code-block-style': false,
  'no-inline-html': false,
  'no-bare-urls': false,
  'blanks-around-headings': false,
  'no-space-in-emphasis': false,
  'no-space-in-code': false,
  'link-fragments': false,
  'table-column-style': false,
  'no-duplicate-heading': { siblings_only: true },
};

test.each(pages)('%s is sound Markdown', async (page) => {
  const { [page]: faults = [] } = await lint({
    strings: { [page]: textOfPage(page) },
    config: rules,
  });
  const told = faults.map(
    ({ lineNumber, ruleNames, errorDetail }) =>
      `${lineNumber}: ${ruleNames[1]} ${errorDetail ?? ''}`,
  );
  expect(told).toEqual([]);
});
