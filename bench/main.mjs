// Runs npm run bench: measures ours and the references in turns, prints the table, writes RESULTS.md and results.json.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allLabels, selectCases } from './cases.mjs';
import { readLastResults, writeLastResults } from './last-results.mjs';
import { reasonToSkip } from './references/open-reference.mjs';
import { markdownTable, resultsPage, showResult } from './report.mjs';
import { showMs } from './service/numbers.mjs';
import { defaultRounds, quickRounds, sizes } from './sizes.mjs';

const folder = fileURLToPath(new URL('./data', import.meta.url));
const options = readOptions();
const startedAt = performance.now();
const results = [];
for (const one of selectCases(options)) {
  const begunAt = performance.now();
  const result = await resultOf(one);
  results.push(result);
  console.error(`${showMs(performance.now() - begunAt)} for ${showResult(result)}`);
}
console.log(markdownTable(results, readLastResults()));
console.error(`${results.length} lines in ${showMs(performance.now() - startedAt)}`);
if (!options.quick && options.only === undefined) {
  const date = new Date();
  writeFileSync(new URL('./RESULTS.md', import.meta.url), resultsPage(results, date));
  writeLastResults(results, date);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      large: { type: 'boolean' },
      only: { type: 'string' },
    },
  });
  if (selectCases(values).length > 0) return values;
  console.error(
    `no case fits. --only: expected some of ${allLabels().join(', ')}, with commas between them, got '${values.only}'; ` +
      '1.5GB needs --large, more than 10MB a run without --quick',
  );
  return process.exit(2);
}

/** One case that fails must not cost the others. */
async function resultOf({ measure, labels }) {
  const note = reasonToSkip(labels.reference);
  if (note !== undefined) return { labels, note, figures: {} };
  try {
    return { labels, ...(await measure(labels, { folder, rounds: roundsOf(labels) })) };
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return { labels, note: `failed: ${error.message.split('\n')[0]}`, figures: {} };
  }
}

function roundsOf({ size, rounds }) {
  const usual = rounds ?? sizes[size]?.rounds ?? defaultRounds;
  return options.quick ? Math.min(quickRounds, usual) : usual;
}
