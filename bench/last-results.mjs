// Keeps the results of a whole run in results.json, so that the next run can tell what changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const path = new URL('./results.json', import.meta.url);

export function readLastResults() {
  if (!existsSync(path)) return new Map();
  const { results } = JSON.parse(readFileSync(path, 'utf8'));
  return new Map(results.map((result) => [keyOf(result), result.figures]));
}

export function writeLastResults(results, date) {
  const document = { date: date.toISOString().slice(0, 10), results };
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
}

/** The same case in every run. */
export function keyOf({ labels }) {
  const { question, size, texts, numbers, way, reference } = labels;
  return [question, size, texts, numbers, way, reference].filter(Boolean).join(' ');
}
