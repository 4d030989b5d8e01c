// A stranger's way: the package is installed in an empty folder, and the commands of the pages do what the pages say.
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages as allPages, textOfPage } from '../contract/pages.ts';
import { type InstalledPackage, installPackage } from './installed-package.ts';
import { commandsOf, type PageCommand, runPage } from './page-commands.ts';

/** Those for people who use the package; the others are for developers, in a clone. */
const strangersPages = allPages.filter((page) => /^(?:docs|demo)\/|^README/.test(page));
/** A page that installs begins in an empty folder, the others in one with the package. */
const pages = strangersPages.filter((page) => commandsOf(textOf(page)).length > 0);

/** Blocks that are not run, by their first line. */
const reasons: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'a clone: CI begins with it',
  'npm ci && npm test': 'a clone: CI begins with it',
  'npm pack': 'a clone: installed-package.ts does it',
  'docker build': 'Docker: the workflow ci.yml does it',
  'PATHQL_DATA=': 'Docker: the workflow ci.yml does it',
  'mkdir --parents secrets': 'Docker: its second line runs the image',
  'kubectl create': 'a cluster of Kubernetes',
  'kubectl label': 'a cluster of Kubernetes',
  'npm install --global --prefix': 'systemd as process 1',
  'npx oazapfts': 'another package from the registry: openapi.test.ts calls it',
  'ENGINE=sc': 'a cluster of Spark: test/spark',
  'npm run spark': 'a cluster of Spark: test/spark',
  'npx pathql query --engine': 'a cluster of Spark: test/spark',
};

test('every block of commands is run, or has its reason why not', () => {
  const blocks = strangersPages.flatMap((page) => [
    ...[...textOfPage(page).matchAll(/^```sh untested\n(.*)/gm)].map(([, line = '']) => line),
    ...unmarked(page),
  ]);
  const isKnown = (line: string) => Object.keys(reasons).some((start) => line.startsWith(start));
  expect(blocks.filter((line) => !isKnown(line))).toEqual([]);
  const isNeeded = (start: string) => blocks.some((line) => line.startsWith(start));
  expect(Object.keys(reasons).filter((start) => !isNeeded(start))).toEqual([]);
});

/** Commands that are only indented, or fenced by another word. Those of README are run, but for those of a clone. */
function unmarked(page: string): string[] {
  const prose = textOfPage(page)
    .replace(/<!-- generated[\s\S]*?<!-- end -->/g, '')
    .replace(/^```(?:sh|text)[\s\S]*?^```/gm, '');
  const commands = /^(?: {4})?(?:\$ )?((?:npm|npx|curl|pathql|docker|[A-Z_]+=\S+) .*)/gm;
  const lines = [...prose.matchAll(commands)].map(([, line = '']) => line);
  return page === 'README.md' ? lines.filter((line) => line.startsWith('npm ci')) : lines;
}

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
  for (const name of ['examples', 'demo']) {
    const from = join(installed.folder, 'node_modules/pathql', name);
    cpSync(from, join(installed.folder, name), { recursive: true });
  }
});
afterAll(() => installed?.remove());

/** They are words of a shell, so that Windows has none of this. */
test.skipIf(process.platform === 'win32').each(pages)(
  'the commands of %s print what it says',
  async (page) => {
    const commands = commandsOf(textOf(page));
    const home = await mkdtemp(join(installed.folder, '..', 'home-'));
    const run = await runPage({
      commands,
      cwd: await folderFor(page, commands),
      home,
      programs: join(installed.folder, 'node_modules/.bin'),
      words: {
        'npm install pathql': `npm install ${installed.tarball}`,
        'npm install --global pathql': `npm install --global ${installed.tarball}`,
        '/srv/data': join(installed.folder, 'examples'),
        '/etc/pathql-tokens': join(home, 'tokens'),
      },
    });
    for (const [at, { text, output }] of commands.entries()) {
      expect(run.outputs[at], `${text}\n${run.stderr}`).toBeDefined();
      if (output !== undefined) expect(run.outputs[at], text).toMatch(patternOf(output));
    }
    expect(run).toMatchObject({ exitCode: 0 });
  },
);

/** README has its commands indented; those of a clone are what CI begins with. */
function textOf(page: string): string {
  const text = textOfPage(page);
  if (page !== 'README.md') return text;
  const blocks = text.match(/^(?: {4}.*\n)+/gm) ?? [];
  const ofStranger = blocks.filter((block) => !block.includes('npm ci'));
  const markOf = (block: string) => (block.includes('npx pathql serve') ? ' serves' : '');
  return ofStranger.map((block) => `\`\`\`sh${markOf(block)}\n${block}\`\`\`\n`).join('\n');
}

async function folderFor(page: string, commands: readonly PageCommand[]): Promise<string> {
  if (!commands.some(({ text }) => text.includes('npm install pathql'))) return installed.folder;
  const folder = join(installed.folder, '..', page.replaceAll('/', '-'));
  await mkdir(folder);
  return folder;
}

function patternOf(output: string): RegExp {
  const parts = output
    .trimEnd()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}\\s*$`);
}
