// Starts the engine process, talks to it, and looks at its memory.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { FromEngine, ToEngine } from '../messages.ts';

export interface EngineChildEvents {
  onMessage(message: FromEngine): void;
  /** Called once, when the process has ended, however it did. */
  onExit(how: string): void;
}

export interface EngineChild {
  send(message: ToEngine): void;
  /** Ends the process at once, whatever it does. */
  kill(): void;
  /** Resident memory in bytes; 0 where it cannot be told, or the process has ended. */
  residentBytes(): number;
}

export interface EngineProgram {
  /** The built file behind `src/engine-main.ts`. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type StartEngineChild = (events: EngineChildEvents) => EngineChild;

/** Its standard error is not ours: a dying engine writes there what only the log is for. */
export function engineChildStarter(program: EngineProgram): StartEngineChild {
  return (events) => {
    const child = fork(program.path, [], {
      env: { ...program.env },
      execArgv: [],
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const stderrTail = keepStderrTail(child);
    let hasEnded = false;
    const end = (how: string) => {
      if (hasEnded) return;
      hasEnded = true;
      events.onExit([how, stderrTail()].filter((part) => part !== '').join(': '));
    };
    child.on('message', (message) => events.onMessage(message as FromEngine));
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    return {
      // A message to a process that is ending is of no use: its exit is told by its event.
      send: (message) => void (child.connected && child.send(message, () => undefined)),
      kill: () => void child.kill('SIGKILL'),
      residentBytes: () => (hasEnded ? 0 : residentBytes(child.pid)),
    };
  };
}

const maxTailLength = 2_000;

function keepStderrTail(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-maxTailLength);
  });
  return () => words.trim();
}

const pageBytes = 4_096;

/** Linux tells the memory of any process without its help; elsewhere the watch has nothing to go by. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, residentPages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(residentPages) * pageBytes;
  } catch {
    return 0;
  }
}
