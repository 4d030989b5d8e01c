// Copies files, so that no process has seen them: nothing can be cached by their path.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Longer than the time during which the service does not trust a fresh time stamp. */
const trustAfterMs = 300;

/** `use` gets one set of paths for each round. The copies are on the disk, so that nothing is written meanwhile. */
export async function withFreshCopies(folder, files, rounds, use) {
  mkdirSync(folder, { recursive: true });
  const copiesFolder = mkdtempSync(join(folder, 'copies-'));
  const removeCopies = () => rmSync(copiesFolder, { recursive: true, force: true });
  process.once('exit', removeCopies);
  try {
    const copies = [];
    for (let round = 0; round < rounds; round++) {
      copies.push(await copyAll(files, join(copiesFolder, String(round))));
    }
    await delay(trustAfterMs);
    return await use(copies);
  } finally {
    process.off('exit', removeCopies);
    removeCopies();
  }
}

async function copyAll(files, folder) {
  mkdirSync(folder);
  const paths = {};
  for (const [name, source] of Object.entries(files)) {
    paths[name] = join(folder, statSync(source).isFile() ? `${name}.csv` : name);
    cpSync(source, paths[name], { recursive: true });
    await flush(paths[name]);
  }
  return paths;
}

async function flush(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)) await flush(join(path, name));
    return;
  }
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
