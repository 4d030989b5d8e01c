// Docs say what the code does, and nothing else.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { manPage } from '../../src/cli/man-page.ts';
import { commands, withOptionsOfAll } from '../../src/cli/run-command.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { routes } from '../../src/http/routes/route-table.ts';
import { settingKeys, settingsTable } from '../../src/settings/settings-table.ts';
import { newApp } from '../http/new-app.ts';
import { generatedParts, withGeneratedParts } from './generated-docs.ts';
import { pages } from './pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version: packageVersion } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as {
  version: string;
};
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test.each(pages)('the generated parts of %s are current (npm run docs writes them)', (path) => {
  const page = read(path);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(join(root, path), withGeneratedParts(page));
  else expect(page).toBe(withGeneratedParts(page));
});

test('the manual page is current (npm run docs writes it)', () => {
  const path = join(root, 'docs/pathql.1');
  const page = manPage(withOptionsOfAll(commands), packageVersion);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, page);
  else expect(readFileSync(path, 'utf8')).toBe(page);
});

test('every generated part is in a page', () => {
  const text = pages.map(read).join('\n');
  for (const name of Object.keys(generatedParts)) expect(text).toContain(`generated: ${name} -->`);
});

function headings(path: string, level: number): string[] {
  return read(path)
    .split('\n')
    .filter((line) => line.startsWith(`${'#'.repeat(level)} `))
    .map((line) => line.slice(level + 1));
}

describe('headings match, both ways', () => {
  test('settings', () => {
    expect(headings('docs/settings.md', 2)).toEqual(
      settingKeys.map((key) => settingsTable[key].env),
    );
  });

  test('error codes, under their type', () => {
    const sections = read('docs/errors.md').split(/^## /m).slice(1);
    const documented = sections.flatMap((section) => {
      const type = section.slice(0, section.indexOf('\n'));
      return [...section.matchAll(/^### (.+)$/gm)].map(([, code]) => [code, type]);
    });
    const expected = Object.entries(errorCatalogue).map(([code, { type }]) => [code, type]);
    expect(documented.toSorted()).toEqual(expected.toSorted());
  });

  test('routes', () => {
    const documented = headings('docs/http-api.md', 2).filter((text) => /^[A-Z]+ \//.test(text));
    expect(documented).toEqual(routes.map(({ method, path }) => `${method} ${path}`));
  });

  test('commands', () => {
    const known = headings('docs/cli.md', 2).filter((text) => Object.hasOwn(commands, text));
    expect(known).toEqual(Object.keys(commands));
    const others = headings('docs/cli.md', 2).filter((text) => !Object.hasOwn(commands, text));
    expect(others).toEqual([
      'Shell',
      'How files are read',
      'Output',
      'Values and files that change',
      'Standard input',
      'Messages and exit codes',
    ]);
  });

  test('metrics', async () => {
    const { body } = await newApp().app.inject('/metrics');
    const served = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    const section = read('docs/http-api.md').split('## GET /metrics')[1]?.split('\n## ')[0] ?? '';
    const documented = [...section.matchAll(/`((?:pathql|process|nodejs)_\w+)`/g)].map(
      ([, name]) => name,
    );
    expect(documented.toSorted()).toEqual(served.toSorted());
  });
});

test.each(pages)('the links of %s lead somewhere', (path) => {
  for (const [, link = ''] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(link)) continue;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    expect(existsSync(join(root, target)), `${path} → ${link}`).toBe(true);
    if (anchor !== undefined) expect(anchors(target), `${path} → ${link}`).toContain(anchor);
  }
});

function anchors(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
