// The docs site builds, and shows as text what a page has in double braces. Needs `npm --prefix site ci`.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const site = join(import.meta.dirname, '../../site');
const isInstalled = existsSync(join(site, 'node_modules/vitepress'));

test.skipIf(!isInstalled)('the docs site builds', { timeout: 300_000 }, async () => {
  await promisify(execFile)('npm', ['--prefix', site, 'run', 'build'], {
    shell: process.platform === 'win32',
  });
  expect(await readFile(join(site, 'dist/CHANGELOG.html'), 'utf8')).toContain('<code>{{</code>');
});
