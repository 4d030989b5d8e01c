// Runs the built program once for each way of use, and keeps the code V8 compiled: later starts need not compile it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const recorder = fileURLToPath(new URL('record-compiled-code.cjs', import.meta.url));

/** What is loaded in several ways keeps the code of the last. */
export async function compileProgram(root) {
  await record(root, ['serve', '--port=0', '--host=127.0.0.1'], (child) => {
    child.stdout.once('data', () => child.kill('SIGTERM'));
  });
  await record(root, ['sniff', 'examples/users.csv']);
  await record(root, ['-o:JSON', 'SELECT * FROM examples/users.csv']);
}

/** Without the settings of whoever builds. */
const { PATH, SystemRoot, TEMP } = process.env;

async function record(root, args, onStart = () => {}) {
  const child = spawn(process.execPath, ['-r', recorder, 'dist/pathql.js', ...args], {
    cwd: root,
    env: { PATH, SystemRoot, TEMP },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  onStart(child);
  const [exitCode] = await once(child, 'exit');
  if (exitCode > 0) throw new Error(`pathql ${args.join(' ')} ended with exit code ${exitCode}`);
}
