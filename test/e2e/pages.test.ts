// A stranger's way: the package is installed in an empty folder, and the commands of the pages do what the pages say.
import { cpSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InstalledPackage, installPackage } from './installed-package.ts';
import { commandsOf, type PageCommand, runPage } from './page-commands.ts';

const root = join(import.meta.dirname, '../..');
/** A page that installs begins in an empty folder, the others in one with the package. */
const pages = [
  'docs/install.md',
  'demo/README.md',
  'docs/troubleshooting.md',
  'docs/coming-from.md',
  'docs/performance.md',
];

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
  cpSync(
    join(installed.folder, 'node_modules/pathql/examples'),
    join(installed.folder, 'examples'),
    {
      recursive: true,
    },
  );
}, 300_000);
afterAll(() => installed?.remove());

/** They are words of a shell, so that Windows has none of this. */
test.skipIf(process.platform === 'win32').each(pages)(
  'the commands of %s print what it says',
  async (page) => {
    const commands = commandsOf(join(root, page));
    expect(commands.length).toBeGreaterThan(2);
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
