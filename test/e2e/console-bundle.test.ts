// What the build makes of the console: small, and nothing in it points to another machine.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/console', import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });

test.each([
  '.br',
  '.gz',
])('all of it, charts and the worker too, is below 350 kB as %s', (suffix) => {
  const sent = names.filter((name) => name.endsWith(suffix));
  const bytes = sent.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`console ${suffix}: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(350_000);
});

test('the page names its parts relatively, and has no script or style of its own', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const links = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThanOrEqual(3);
  for (const link of links) expect(link).toMatch(/^\.\/assets\/[\w-]+-[\w-]+\.(?:js|css|svg)$/);
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*src)|\son\w+=/);
});
