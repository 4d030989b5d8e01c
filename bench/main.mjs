// Runs npm run bench: measures ours and the references in turns, prints the table, writes RESULTS.md.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateData } from './generate-data.mjs';
import {
  measureAggregate,
  measureQuotedAggregate,
  measureWideAggregate,
} from './measures/aggregate.mjs';
import { measureLargeAnswer, measureLargePrint } from './measures/large-answer.mjs';
import { measureMemory } from './measures/memory.mjs';
import { measurePeers } from './measures/peers.mjs';
import { skipped } from './measures/rows-of-results.mjs';
import { measureStartUp } from './measures/start-up.mjs';
import { measureTinyQuery } from './measures/tiny-query.mjs';
import { markdownTable, resultsPage } from './report.mjs';

const measures = {
  aggregate: measureAggregate,
  'large-answer': measureLargeAnswer,
  'large-print': measureLargePrint,
  memory: measureMemory,
  'tiny-query': measureTinyQuery,
  'start-up': measureStartUp,
  'quoted-aggregate': measureQuotedAggregate,
  'wide-aggregate': measureWideAggregate,
  peers: measurePeers,
};

const full = { rows: 3_000_000, wideRows: 100_000, rounds: 5, secondsOfLoad: 4 };
const quick = { rows: 300_000, wideRows: 10_000, rounds: 2, secondsOfLoad: 2 };

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const size = values.quick ? quick : full;
const data = await generateData(fileURLToPath(new URL('./data', import.meta.url)), size);
const results = [];
for (const name of wanted(values.only)) {
  console.error(`${name} …`);
  results.push(...(await measured(name, { data, ...size })));
}
console.log(markdownTable(results));
if (!values.quick && values.only === undefined) {
  const page = resultsPage(results, { data, rounds: size.rounds, date: new Date() });
  writeFileSync(new URL('./RESULTS.md', import.meta.url), page);
}

function wanted(only) {
  const names = Object.keys(measures);
  if (only === undefined) return names;
  if (names.includes(only)) return [only];
  console.error(`--only: expected one of ${names.join(', ')}, got '${only}'`);
  return process.exit(2);
}

/** One measure that fails must not cost the others. */
async function measured(name, context) {
  try {
    return await measures[name](context);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return [skipped(name, `failed: ${error.message.split('\n')[0]}`)];
  }
}
