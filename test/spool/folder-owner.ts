// Starts another process that owns a work folder, as a second engine on the same machine would.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

export interface FolderOwner {
  /** Of the work folder. */
  readonly path: string;
  /** As the process itself knows it. */
  readonly pid: number;
  /** Ends it as a crash would. Resolves once nobody listens any more. */
  kill(): Promise<void>;
}

const source = `
  import { createWorkFolder } from './src/spool/work-folder.ts';
  const { path } = await createWorkFolder(process.argv[2]);
  console.log(JSON.stringify({ path, pid: process.pid }));
  setInterval(() => {}, 1000);
`;

/** Null when the process could not be started that way. */
export async function startOwner(
  parent: string,
  prefix: readonly string[] = [],
): Promise<FolderOwner | null> {
  const script = join(await temporaryFolder(), 'owner.mjs');
  await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '../..') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  });
  const [command = '', ...args] = [...prefix, process.execPath, script, parent];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  onTestFinished(() => killAndWait(child));
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const { path, pid } = JSON.parse(line) as { path: string; pid: number };
    return { path, pid, kill: () => killAndWait(child).then(() => untilRefused(path)) };
  }
  return null;
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function untilRefused(folder: string): Promise<void> {
  for (let isAnswered = true; isAnswered; ) {
    const socket = connectIn(folder);
    isAnswered = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
  }
}

/** By its name alone, as its path may be too long for a socket. */
function connectIn(folder: string): Socket {
  const workingFolder = process.cwd();
  process.chdir(folder);
  try {
    return connect('owner');
  } finally {
    process.chdir(workingFolder);
  }
}

/** Dates back when the owner of a folder began to listen. */
export async function makeOld(folder: string, name = 'owner'): Promise<void> {
  const past = Date.now() / 1000 - 11;
  await utimes(join(folder, name), past, past);
}
