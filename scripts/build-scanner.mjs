// Compiles the scanners of CSV and JSON bytes: their AssemblyScript into WebAssembly, and the programs of their threads,
// both as text in modules.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from 'assemblyscript/asc';
import { build } from 'esbuild';

/** Each has a `scanner/` and a `piece-worker.ts`. */
const folders = ['src/kinds/csv/records', 'src/kinds/json'];
const sharedScanner = 'src/kinds/shared/scanner';
const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--importMemory'];

export async function buildScanners(root) {
  for (const folder of folders) {
    if (!(await isUpToDate(root, folder))) await compile(root, folder);
    await bundleThread(root, folder);
  }
}

async function compile(root, folder) {
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
    await writeFile(generatedScanner(root, folder), text);
  } finally {
    await rm(outFolder, { recursive: true, force: true });
  }
}

function generatedScanner(root, folder) {
  return join(root, folder, 'scanner.generated.ts');
}

/** Threads are started from text: that works in the bundled program and from the sources alike. */
async function bundleThread(root, folder) {
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
async function isUpToDate(root, folder) {
  const scanners = [join(root, folder, 'scanner'), join(root, sharedScanner)];
  const sources = await Promise.all(scanners.map(filesOf));
  const made = await changedAt(generatedScanner(root, folder));
  const paths = [...sources.flat(), fileURLToPath(import.meta.url)];
  const changes = await Promise.all(paths.map(changedAt));
  return changes.every((change) => change < made);
}

async function filesOf(folder) {
  return (await readdir(folder)).map((name) => join(folder, name));
}

async function changedAt(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildScanners(fileURLToPath(new URL('..', import.meta.url)));
}
