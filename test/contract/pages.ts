// Lists the pages of the docs, and gives their prose: without code, addresses and generated parts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Paths from the root of the repository. */
export const pages: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'demo/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function textOfPage(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** What is left out keeps its line breaks, so that line numbers are those of the page. */
const noProse = [
  /^```[\s\S]*?^```/gm,
  /^ {4}.*$/gm,
  /<!-- (?:generated|measured)[\s\S]*?<!-- end -->/g,
  /``[^\n]*?``|`[^`]*`/g,
  /\]\([^)]*\)/g,
];

export function proseOf(page: string): string {
  return noProse.reduce(
    (text, pattern) => text.replace(pattern, (part) => part.replace(/[^\n]/g, ' ')),
    textOfPage(page),
  );
}
