// A stranger's way: the package is installed in an empty folder, and the commands of the pages do what the pages say.
import { cpSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InstalledPackage, installPackage } from './installed-package.ts';
import { commandsOf, type PageCommand, runPage } from './page-commands.ts';

const root = join(import.meta.dirname, '../..');
/** A page that installs begins in an empty folder, the others in one with the package. */
const pages = [
  'README.md',
  'docs/install.md',
  'demo/README.md',
  'docs/everyday-tasks.md',
  'docs/troubleshooting.md',
  'docs/coming-from.md',
  'docs/performance.md',
];

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
  for (const name of ['examples', 'demo']) {
    const from = join(installed.folder, 'node_modules/pathql', name);
    cpSync(from, join(installed.folder, name), { recursive: true });
  }
}, 300_000);
afterAll(() => installed?.remove());

/** They are words of a shell, so that Windows has none of this. */
test.skipIf(process.platform === 'win32').each(pages)(
  'the commands of %s print what it says',
  async (page) => {
    const commands = commandsOf(textOf(page));
    expect(commands.length).toBeGreaterThan(0);
    const run = await runPage({
      commands,
      cwd: await folderFor(page, commands),
      words: { 'npm install pathql': `npm install ${installed.tarball}` },
    });
    for (const [at, { text, output }] of commands.entries()) {
      expect(run.outputs[at], `${text}\n${run.stderr}`).toBeDefined();
      if (output !== undefined) expect(run.outputs[at], text).toMatch(patternOf(output));
    }
    expect(run).toMatchObject({ exitCode: 0 });
  },
  300_000,
);

/** README has its commands indented; those of a clone are what CI begins with. */
function textOf(page: string): string {
  const text = readFileSync(join(root, page), 'utf8');
  if (page !== 'README.md') return text;
  const blocks = text.match(/^(?: {4}.*\n)+/gm) ?? [];
  const ofStranger = blocks.filter((block) => !block.includes('npm ci'));
  const service = '```sh serves\nnpx pathql serve\n```\n';
  return [service, ...ofStranger.map((block) => `\`\`\`sh\n${block}\`\`\`\n`)].join('\n');
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
