// Compiles the CSV scanner, AssemblyScript, into a module that holds its WebAssembly as text.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

const folder = 'src/csv/records';
const options = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--importMemory'];

export async function buildScanner(root) {
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
    const text = `// Made of scanner/ by scripts/build-scanner.mjs.\nexport const wasm =\n  '${wasm}';\n`;
    await writeFile(join(root, folder, 'scanner.generated.ts'), text);
  } finally {
    await rm(outFolder, { recursive: true, force: true });
  }
}
