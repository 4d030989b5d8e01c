// Starts child processes that end when this one ends, however it ends.
import { spawn } from 'node:child_process';

const owned = new Set();

process.once('exit', () => {
  for (const child of owned) child.kill('SIGKILL');
});
for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => process.exit(exitCode));
}

export function spawnOwned(command, args, options) {
  const child = spawn(command, args, options);
  owned.add(child);
  child.once('exit', () => owned.delete(child));
  return child;
}

/** Resolves with the exit code, or rejects when the process cannot start or is still there after `timeoutMs`. */
export function exitOf(child, timeoutMs) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`no end within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      clearTimeout(timer);
      resolve(exitCode ?? signal);
    });
  });
}
