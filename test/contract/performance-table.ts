// Writes the table of docs/performance.md from the last results of the benchmark.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Result {
  readonly labels: Readonly<Record<string, string>>;
  readonly oursMs: number;
  readonly referenceMs?: number;
  readonly figures: { readonly first?: number; readonly second?: number; readonly third?: number };
}

const results = join(import.meta.dirname, '../../bench/results.json');

const questions: Readonly<Record<string, string>> = {
  aggregate: 'average by group',
  filter: 'one row in 73',
  join: 'join of two files',
  'select-all': 'all rows as JSON',
  glob: 'average over 100 files',
  'limit-10': 'first 10 rows',
};
const references: Readonly<Record<string, string>> = {
  duckdb: 'DuckDB',
  'duckdb-explicit': 'DuckDB, all options given',
  'python-polars': 'Polars',
  'python-chdb': 'ClickHouse (chdb)',
};
const sizes = ['1MB', '10MB', '160MB'];

export function performanceTable(): string {
  const { results: all } = JSON.parse(readFileSync(results, 'utf8')) as {
    readonly results: readonly Result[];
  };
  const lines = all.filter(isShown).map(lineOf);
  return [
    '| question | file | compared with | its time | first | second | third |',
    '|---|---|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n');
}

function isShown({ labels }: Result): boolean {
  const { way = '', question = '', reference = '', size = '', numbers = '' } = labels;
  const isKnown = question in questions && reference in references;
  return isKnown && way === 'http' && numbers === 'decimals' && sizes.includes(size);
}

function lineOf({ labels, referenceMs, figures }: Result): string {
  const { question = '', reference = '', size = '', texts = '' } = labels;
  const file = `${size.replace('MB', ' MB')}, ${texts.replace('-', ' ')}`;
  const time = referenceMs === undefined ? '' : `${Math.round(referenceMs)} ms`;
  const ratios = [figures.first, figures.second, figures.third].map(ratio);
  return `| ${[questions[question], file, references[reference], time, ...ratios].join(' | ')} |`;
}

function ratio(figure: number | undefined): string {
  return figure === undefined ? '' : figure.toFixed(2);
}
