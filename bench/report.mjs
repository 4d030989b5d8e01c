// Writes the table of results, for the terminal and for RESULTS.md, with the machine and the versions behind it.
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type } from 'node:os';

const heads = ['measure', 'ours', 'reference', 'ratio', 'goal', ''];

export function markdownTable(results) {
  const lines = results.map((result) => {
    const { measure, ours, reference, ratio, goal, isMissed } = result;
    const verdict = goal === '' ? '' : isMissed ? 'missed' : 'met';
    return [measure, ours, reference, ratio, goal, verdict];
  });
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => line[column].length)),
  );
  const show = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [show(heads), show(widths.map((width) => '-'.repeat(width))), ...lines.map(show)].join(
    '\n',
  );
}

export function resultsPage(results, { data, rounds, date }) {
  return `# Results
Written by \`npm run bench\`; [README.md](README.md) says what is measured and how.

- Date: ${date.toISOString().slice(0, 10)}
- Machine: ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'unknown'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${type()}
- Versions: ${versions().join(', ')}
- Data: ${data.rows.toLocaleString('en')} rows × 6 columns (${(data.bytes / 1e6).toFixed(0)} MB); ${data.wideRows.toLocaleString('en')} rows × 110 columns; 4 rows
- Medians of ${rounds} rounds; ours and the reference in turns

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
