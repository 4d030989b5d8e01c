// Builds dist/ before the tests that run the program, if the sources changed.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export default function buildProgram(): void {
  const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script, '--if-changed'], { stdio: 'inherit' });
}
