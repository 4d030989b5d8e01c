// Starts the engine process, talks to it, and looks at its memory.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { FromEngine, ToEngine } from '../messages.ts';

export interface EngineChildEvents {
  onMessage(message: FromEngine): void;
  /** Called once, when the process has ended, however it did. */
  onExit(exit: EngineExit): void;
}

export interface EngineExit {
  /** That ended the process, null when none did. */
  readonly signal: string | null;
  /** For the log: exit code or signal, and what the process wrote last. */
  readonly description: string;
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
    const end = (how: string, signal: string | null) => {
      if (hasEnded) return;
      hasEnded = true;
      const description = [how, stderrTail()].filter((part) => part !== '').join(': ');
      events.onExit({ signal, description });
    };
    child.on('message', (message) => events.onMessage(message as FromEngine));
    child.once('error', (error) => end(error.message, null));
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`, signal));
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
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-maxTailLength);
  });
  return () => tail.trim();
}

/** Linux tells the memory of any process without its help; elsewhere the watch has nothing to go by. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return Number(kibibytes) * 1_024;
  } catch {
    return 0;
  }
}
