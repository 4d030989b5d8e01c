// Has the compiler write the declarations of the client: without Node's types, so that none slip in.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files for dist/client/. */
export async function clientTypes(root) {
  const folder = await mkdtemp(join(tmpdir(), 'pathql-types-'));
  try {
    compile(root, folder);
    const names = await readdir(folder);
    return await Promise.all(names.map((name) => declaration(root, folder, name)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function compile(root, outDir) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = ['--project', 'src/client', '--outDir', outDir];
  execFileSync(process.execPath, [compiler, ...args], { cwd: root, stdio: 'inherit' });
}

async function declaration(root, folder, name) {
  const text = await readFile(join(folder, name), 'utf8');
  // The compiler leaves the names of the sources in its imports.
  const contents = text.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'");
  return { path: join(root, 'dist/client', name), contents };
}
