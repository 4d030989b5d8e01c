// Runs a command inside the test: streams are held in memory, the engine is a stand-in.
import { Readable, Writable } from 'node:stream';
import type { EngineNeeds, OpenEngine } from '../../src/cli/command.ts';
import type { Io, StopSignal } from '../../src/cli/io.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { StandInEngine } from '../http/stand-in-engine.ts';

export interface ProgramOptions {
  readonly engine?: StandInEngine;
  readonly env?: Record<string, string>;
  /** What standard input holds; null: it is a terminal. */
  readonly stdin?: string | Buffer | null;
  readonly stdout?: Writable;
  readonly isTerminal?: boolean;
  readonly onStop?: (react: (signal: StopSignal) => void) => void;
}

export async function runProgram(args: readonly string[], options: ProgramOptions = {}) {
  const { engine = new StandInEngine(), env = {}, stdin = null } = options;
  const stdout = collector(options.stdout);
  const stderr = Object.assign(collector(), { isTTY: options.isTerminal === true });
  let needs: EngineNeeds = {};
  const openEngine: OpenEngine = async (_settings, _log, asked = {}) => {
    needs = asked;
    return engine;
  };
  const io: Io = {
    env,
    stdin: Object.assign(Readable.from(stdin === null ? [] : [stdin]), { isTTY: stdin === null }),
    stdout,
    stderr,
    onStop: (react) => {
      options.onStop?.(react);
      return () => undefined;
    },
    endBy: () => {
      throw new Error('The program did not end in time');
    },
    onFault: () => undefined,
  };
  const exitCode = await runCommand(args, {
    io,
    version: '7.8.9',
    consoleFolder: null,
    apiDocsFolder: null,
    openEngine,
    openService: async () => engine,
    openRemote: async () => engine,
  });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text(), engine, needs };
}

function collector(target?: Writable) {
  const chunks: Buffer[] = [];
  const stream =
    target ??
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
    });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}
