// Copies the pages of the repository into site/pages, as VitePress finds its own packages only from below this folder.
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = fileURLToPath(new URL('pages/', import.meta.url));
const sources = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bench/README.md',
  'bench/RESULTS.md',
  'demo/README.md',
  'docs',
  'src/engines/duckdb/DESIGN.md',
  'src/engines/spark/DESIGN.md',
];

await rm(pages, { recursive: true, force: true });
for (const name of sources) await cp(`${root}${name}`, `${pages}${name}`, { recursive: true });
