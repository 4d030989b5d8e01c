// Asks each tool the same about the same small files: node bench/peers/compare-peers.mjs
// The answers go into docs/comparison.md when all tools are there, else to the terminal.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cases } from './cases.mjs';
import { tools } from './tools.mjs';

const page = new URL('../../docs/comparison.md', import.meta.url);

function main() {
  const folder = mkdtempSync(join(tmpdir(), 'pathql-peers-'));
  try {
    for (const { file, content } of cases) writeFileSync(join(folder, file), content);
    const present = tools.map((tool) => ({ ...tool, version: versionOf(tool) }));
    const asked = present.filter(({ version }) => version !== undefined);
    const missing = present.filter(({ version }) => version === undefined);
    const table = tableOf(asked, folder);
    if (missing.length === 0) writeInto(page, table);
    else {
      const names = missing.map(({ name }) => name).join(', ');
      console.log(`${table}\n\nNot there: ${names}. docs/comparison.md was left as it is.`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tableOf(asked, folder) {
  const rows = cases.map((one) => [one.title, ...asked.map((tool) => outcome(tool, one, folder))]);
  const versions = ['version', ...asked.map(({ version }) => version)];
  const lines = [['', ...asked.map(({ name }) => name)], asked.map(() => '---'), ...rows, versions];
  lines[1] = ['---', ...lines[1]];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function versionOf({ version: [file, ...args] }) {
  try {
    const text = execFileSync(file, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /\d+(?:\.\d+)+/.exec(text)?.[0];
  } catch {
    return undefined;
  }
}

function outcome(tool, { file, sql, right, orError = false }, folder) {
  const [program, ...args] = tool.run(sql, file);
  let value;
  try {
    const text = execFileSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 120_000,
    });
    const rows = text.replace(/\n$/, '').split('\n').slice(1);
    value = (rows.at(-1) ?? '').replace(/^"(.*)"$/, '$1').trim();
  } catch {
    return right === null || orError ? 'error, as it should' : 'error';
  }
  return value === right || isSameSum(value, right) ? 'right' : `**${value || 'nothing'}**`;
}

/** 6 and 6.0; codes and long ids have to be the same to the letter. */
function isSameSum(value, right) {
  return right !== null && `${Number(right)}` === right && Number(value) === Number(right);
}

function writeInto(url, table) {
  const text = readFileSync(url, 'utf8');
  const block = /<!-- measured: peers -->\n[\s\S]*?<!-- end -->/;
  writeFileSync(
    url,
    text.replace(block, () => `<!-- measured: peers -->\n\n${table}\n\n<!-- end -->`),
  );
}

main();
