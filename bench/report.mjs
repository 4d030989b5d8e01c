// Writes the table of results, for the terminal and for RESULTS.md, with the machine and the versions behind it.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { judge } from './goals.mjs';
import { keyOf } from './last-results.mjs';
import { showMegabytes, showMs } from './service/numbers.mjs';

const ratioHeads = {
  first: 'first',
  second: 'second',
  third: 'third',
  cpu: 'CPU',
  memory: 'memory',
};
const heads = ['question', 'file', 'way', 'reference', 'theirs', 'ours', 'peak'];
const leastChange = 0.02;

const figureUnits = {
  secondToFirst: 'second ÷ first',
  extraMs: 'ms more than start-up',
  heldMegabytes: 'MB held',
};

/** One line while the table is not complete. */
export function showResult(result) {
  const { note = '', figures } = result;
  const shown = Object.entries(figures).map(([name, figure]) => `${name} ${digits(figure)}`);
  return `${keyOf(result)}: ${note}${shown.join(', ')}`;
}

/** With `last`, a figure that changed says in brackets by how much. */
export function markdownTable(results, last = new Map()) {
  const lines = results.map((result) => cellsOf(result, last.get(keyOf(result)) ?? {}));
  return alignedTable([...heads, ...Object.values(ratioHeads), 'goals'], lines);
}

function cellsOf(result, last) {
  const { labels, oursMs, referenceMs, peakBytes, figures } = result;
  const { question, size = '', texts = '', numbers = '', way, reference = '' } = labels;
  const file = [size, texts, numbers].filter(Boolean).join(' ');
  const times = [referenceMs, oursMs].map((ms) => (ms === undefined ? '' : showMs(ms)));
  const peak = peakBytes === undefined ? '' : showMegabytes(peakBytes);
  const ratios = Object.keys(ratioHeads).map((name) => showFigure(figures[name], last[name]));
  const goals = result.note ?? verdict(result);
  return [question, file, way, reference, ...times, peak, ...ratios, goals];
}

function showFigure(figure, last) {
  if (figure === undefined) return '';
  const shown = digits(figure);
  const change = last === undefined ? 0 : figure / last - 1;
  if (Math.abs(change) < leastChange) return shown;
  return `${shown} (${change > 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %)`;
}

/** Names the goals that were missed, or those met whose figures have no column. */
function verdict(result) {
  const judged = judge(result);
  const missed = judged.filter(({ isMet }) => !isMet);
  const told = missed.length > 0 ? missed : judged.filter(({ figure }) => figure in figureUnits);
  const words = told.map(({ figure, atMost, isMet }) => {
    const name = ratioHeads[figure] ?? figureUnits[figure];
    return `${name} ${digits(result.figures[figure])} ${isMet ? '≤' : '>'} ${atMost}`;
  });
  if (judged.length === 0) return '';
  return [missed.length > 0 ? 'missed' : 'met', words.join(', ')].filter(Boolean).join(': ');
}

function digits(figure) {
  if (figure >= 100) return figure.toFixed(0);
  return figure.toFixed(Math.abs(figure) < 0.1 ? 3 : 2);
}

function alignedTable(head, lines) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column].length)),
  );
  const show = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [show(head), show(widths.map((width) => '-'.repeat(width))), ...lines.map(show)].join(
    '\n',
  );
}

export function resultsPage(results, date) {
  const judged = results.flatMap(judge);
  const met = judged.filter(({ isMet }) => isMet).length;
  return `# Results
Written by \`npm run bench\`; [README.md](README.md) says what is measured and how.

Each line is one question to one kind of file. \`theirs\` is how long the reference takes, \`ours\` how long the first
answer takes. The other numbers are ratios, ours ÷ reference, so less is better: the first, second and third answer,
the CPU time of the first one, and the peak memory (\`peak\` is ours). ${met} of ${judged.length} goals are met.

- Date: ${date.toISOString().slice(0, 10)}
- Machine: ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${type()}
- Versions: ${versions().join(', ')}

${markdownTable(results)}
`;
}

function versions() {
  const manifest = readJson('./package.json');
  const peers = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const ours = ['../', '../node_modules/@duckdb/node-api/', '../node_modules/fastify/'].map(
    (folder) => readJson(`${folder}package.json`),
  );
  return [
    `node ${process.versions.node}`,
    ...ours.map(({ name, version }) => `${name} ${version}`),
    ...peers.map(([name, version]) => `${name} ${version}`),
  ];
}

function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
