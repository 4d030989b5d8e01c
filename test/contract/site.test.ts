// The menu of the docs site leads to every page, and to no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from './pages.ts';

test('the menu of the docs site has all pages', () => {
  const config = readFileSync(
    join(import.meta.dirname, '../../site/.vitepress/config.mjs'),
    'utf8',
  );
  const menu = /const menu = \{[\s\S]*?^\};/m.exec(config)?.[0] ?? '';
  const listed = [...menu.matchAll(/: '([\w/-]+)',$/gm)].map(([, page]) => `${page}.md`);
  expect(listed.toSorted()).toEqual(pages.toSorted());
});
