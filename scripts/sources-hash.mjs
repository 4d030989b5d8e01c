// Hashes what the build reads, so that tests build only what changed.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folders = ['src', 'scripts', 'assets'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Differs for another version of Node, too: dist/ holds code that V8 compiled. */
export async function sourcesHash(root) {
  const paths = [
    ...(await Promise.all(folders.map((folder) => filesIn(root, folder)))).flat(),
    ...files,
  ];
  const hash = createHash('sha256').update(process.version);
  for (const path of paths.sort()) {
    const contents = await readFile(join(root, path));
    hash.update(`\0${path}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

async function filesIn(root, folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.generated.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}
