// Compiles the CSV scanner, AssemblyScript, into a module that holds its WebAssembly as text.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';

const folder = 'src/csv/records';
const generated = `${folder}/scanner.generated.ts`;
const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--importMemory'];

/** Does nothing when it was done since the sources changed. */
export async function buildScanner(root) {
  if (await isUpToDate(root)) return;
  const outFolder = await mkdtemp(join(tmpdir(), 'scanner-'));
  try {
    const outFile = join(outFolder, 'scanner.wasm');
    const { error, stderr } = await main([
      `${folder}/scanner/main.ts`,
      '--baseDir',
      root,
      '--outFile',
      outFile,
      ...options,
    ]);
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
    const wasm = (await readFile(outFile)).toString('base64');
    const text = `// Holds the WebAssembly that scripts/build-scanner.mjs makes of scanner/.\nexport const wasm =\n  '${wasm}';\n`;
    await writeFile(join(root, generated), text);
  } finally {
    await rm(outFolder, { recursive: true, force: true });
  }
}

async function isUpToDate(root) {
  const scanner = join(root, folder, 'scanner');
  const sources = (await readdir(scanner)).map((name) => join(scanner, name));
  const made = await changedAt(join(root, generated));
  const changes = await Promise.all([...sources, fileURLToPath(import.meta.url)].map(changedAt));
  return changes.every((change) => change < made);
}

async function changedAt(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildScanner(fileURLToPath(new URL('..', import.meta.url)));
}
