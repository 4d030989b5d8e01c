// Runs Python with the libraries that read our formats, where this machine has them.
import { execFileSync, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** `PATHQL_TEST_PYTHON` names another one, such as that of a virtual environment. */
const python = process.env.PATHQL_TEST_PYTHON ?? 'python3';

export function hasModules(names: readonly string[]): boolean {
  try {
    execFileSync(python, ['-c', `import ${names.join(', ')}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function runPython(source: string, args: readonly string[] = []) {
  const child = spawn(python, ['-', ...args], { stdio: 'pipe' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end(source);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, stderr, code };
}
