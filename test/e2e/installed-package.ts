// Packs the program as npm would, and installs it in an empty folder, as a stranger does.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

export interface InstalledPackage {
  /** Where npm installed it: `node_modules/pathql` is below. */
  readonly folder: string;
  readonly tarball: string;
  /** What npm printed while it installed. */
  readonly output: string;
  remove(): Promise<void>;
}

/** Needs dist/, and the registry or npm's cache for the native packages. */
export async function installPackage(): Promise<InstalledPackage> {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'pathql-package-')));
  const tarball = await packInto(place);
  const folder = join(place, 'installed');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const output = await npm(folder, ['install', '--prefer-offline', '--no-audit', tarball]);
  return { folder, tarball, output, remove: () => rm(place, { recursive: true, force: true }) };
}

/** In a copy, as the manifest is rewritten while npm packs and other tests read it. */
async function packInto(place: string): Promise<string> {
  const copy = join(place, 'sources');
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { files } = manifest as { readonly files: readonly string[] };
  for (const name of [...files, 'scripts', 'LICENSE', 'README.md', 'package.json']) {
    await cp(join(root, name), join(copy, name), { recursive: true });
  }
  await run(process.execPath, ['scripts/packed-manifest.mjs', 'write'], { cwd: copy });
  await npm(copy, ['pack', '--ignore-scripts', '--pack-destination', place]);
  const name = (await readdir(place)).find((file) => file.endsWith('.tgz')) ?? '';
  return join(place, name);
}

/** Resolves to all that npm printed. */
export async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const isWindows = process.platform === 'win32';
  const { stdout, stderr } = await run(isWindows ? 'npm.cmd' : 'npm', [...args], {
    cwd,
    shell: isWindows,
  });
  return stdout + stderr;
}
