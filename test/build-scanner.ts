// Compiles the CSV scanner before the tests, if its sources changed.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export default function buildScanner(): void {
  const script = fileURLToPath(new URL('../scripts/build-scanner.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
