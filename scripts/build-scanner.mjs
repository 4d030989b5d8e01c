// Compiles the CSV scanner: its AssemblyScript into WebAssembly, and the program of its threads, both as text in modules.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';
import { build } from 'esbuild';

const folder = 'src/kinds/csv/records';
const generated = `${folder}/scanner.generated.ts`;
const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--importMemory'];

export async function buildScanner(root) {
  if (!(await isUpToDate(root))) await compile(root);
  await bundleThread(root);
}

async function compile(root) {
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

/** Threads are started from text: that works in the bundled program and from the sources alike. */
async function bundleThread(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`${folder}/piece-worker.ts`],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
  });
  const text = `// Holds the program of a thread that scripts/build-scanner.mjs makes of piece-worker.ts.\nexport const code =\n  ${JSON.stringify(outputFiles[0].text)};\n`;
  const path = join(root, folder, 'piece-worker.generated.ts');
  const before = await readFile(path, 'utf8').catch(() => '');
  if (before !== text) await writeFile(path, text);
}

/** Since the sources changed. */
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
