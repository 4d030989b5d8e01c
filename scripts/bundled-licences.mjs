// Collects the licences of the packages whose code the bundles hold: those packages are not installed beside it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `modules` are paths of bundled files. One text for all packages among them. */
export async function bundledLicences(modules) {
  const folders = [...new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))];
  const licences = await Promise.all(folders.map(licenceOf));
  return licences.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

function packageFolder(module) {
  return /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(module)?.[0];
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder)).filter((file) =>
    /^(licen[cs]e|copying|notice)/i.test(file),
  );
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
  return [`${name} ${version} (${license})\n`, ...texts].join('\n');
}
