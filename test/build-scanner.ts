// Compiles the scanners before the tests, if their sources changed.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export default function buildScanner(): void {
  const script = fileURLToPath(new URL('../scripts/build-scanner.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
