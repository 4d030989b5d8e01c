// Keeps the statements of the shell in a file, for the next one.
import { appendFile, chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../../settings/read-settings.ts';

export const historySize = 1_000;

/** Where the state of programs lives: https://specifications.freedesktop.org/basedir-spec/latest/ */
export function historyPath(env: Environment): string {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  return join(state, 'pathql', 'history');
}

/** Newest first. None where there is no file, or none that can be read. */
export async function readHistory(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // Whoever made it.
  await chmod(path, 0o600).catch(() => undefined);
  const entries = text.split('\n').filter((line) => line !== '');
  if (entries.length > 2 * historySize) await shorten(path, entries.slice(-historySize));
  return entries.slice(-historySize).reverse().map(readEntry);
}

/** For its owner only. Shells that run at the same time each add their own; a fault costs the entry, not the shell. */
export async function addToHistory(path: string, entry: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await appendFile(path, `${writeEntry(entry)}\n`, { mode: 0o600 });
  } catch {}
}

async function shorten(path: string, entries: readonly string[]): Promise<void> {
  const temporaryPath = `${path}.${process.pid}`;
  try {
    await writeFile(temporaryPath, `${entries.join('\n')}\n`, { mode: 0o600 });
    await rename(temporaryPath, path);
  } catch {}
}

/** One line each. */
function writeEntry(entry: string): string {
  return entry.replace(/[\\\n]/g, (mark) => (mark === '\n' ? '\\n' : '\\\\'));
}

function readEntry(line: string): string {
  return line.replace(/\\([\\n])/g, (_, mark) => (mark === 'n' ? '\n' : '\\'));
}
