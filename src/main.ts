// Runs the program: arguments, environment and streams in, exit code out.
import { accessSync, constants, existsSync, fstatSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenEngine, OpenRemote, OpenService } from './cli/command.ts';
import { type Io, type StopSignal, stopSignals } from './cli/io.ts';
import { notWritable } from './cli/output/output-file.ts';
import { isBrokenPipe } from './cli/output/text-output.ts';
import { runCommand } from './cli/run-command.ts';
import { reportError } from './cli/stderr-report.ts';
import { version } from './version.ts';

const maxWriteMs = 300;
let isStopAsked = false;

const { env, stdin, stdout, stderr } = process;
const io: Io = { env, stdin, stdout, stdoutPipe: stdoutPipe(), stderr, onStop, endBy, onFault };

// Loaded only when a query is to run: help and mistakes answer at once.
const openEngine: OpenEngine = async (settings, log, options) => {
  const { openEngine } = await import('./open-engine.ts');
  return openEngine(settings, log, { ...options, readsAnyName: true });
};
const openService: OpenService = async (settings, log) => {
  const { openEngineProcess } = await import(
    './engine-process/service-side/open-engine-process.ts'
  );
  const path = fileURLToPath(new URL('engine.js', import.meta.url));
  return openEngineProcess({ settings, log, program: { path, env } });
};
const openRemote: OpenRemote = async (url, token) => {
  const { remoteEngine } = await import('./remote/remote-engine.ts');
  return remoteEngine(url, token);
};

let stdoutFault: unknown;
stdout.on('error', (fault) => {
  stdoutFault = fault;
});
stderr.on('error', ignore);
main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

async function main(): Promise<void> {
  const exitCode = await runCommand(process.argv.slice(2), {
    io,
    version,
    consoleFolder: builtPage('console/'),
    apiDocsFolder: builtPage('api-docs/'),
    openEngine,
    openService,
    openRemote,
  });
  await written();
  process.exit(exitCode === 0 && isLost() ? reportLost() : exitCode);
}

/** What was written reached nobody, and nobody has said so yet. A reader may leave. */
function isLost(): boolean {
  return stdoutFault !== undefined && !isBrokenPipe(stdoutFault);
}

function reportLost(): number {
  const error = notWritable('standard output', stdoutFault);
  reportError(error, io);
  return error.exitCode;
}

/** Resolves when standard output is written; who asked to stop does not wait long for a reader. */
function written(): Promise<void> {
  return new Promise((resolve) => {
    stdout.write('', () => resolve());
    if (isStopAsked) setTimeout(resolve, maxWriteMs);
  });
}

/** Not a file's: opening that anew cuts it. A pipe may belong to another user. */
function stdoutPipe(): string | undefined {
  const path = '/proc/self/fd/1';
  try {
    accessSync(path, constants.W_OK);
    return fstatSync(1).isFIFO() ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Beside the built program; the sources have none. */
function builtPage(name: string): string | null {
  const folder = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(`${folder}index.html.br`) ? folder : null;
}

/**
 * The first signal asks to stop. The second one ends the process by its default action: process.exit would wait
 * for the threads of running queries.
 */
function onStop(react: (signal: StopSignal) => void): () => void {
  let isAsked = false;
  const listener = (signal: StopSignal) => {
    // Those who lose their terminal hear of it from the shell and from the kernel.
    if (isAsked) return signal === 'SIGHUP' ? undefined : endBy(signal);
    isAsked = true;
    isStopAsked = true;
    react(signal);
  };
  const forget = () => {
    for (const signal of stopSignals) process.off(signal, listener);
  };
  for (const signal of stopSignals) process.on(signal, listener);
  return forget;
}

function endBy(signal: StopSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Of rejected promises, too. Unheard, the event would end the process with a stack trace on standard error. */
function onFault(react: (fault: unknown) => void): void {
  process.once('uncaughtException', (fault) => {
    react(fault);
    process.exit(1);
  });
}

/** Nobody is left to tell; unheard, the event would end the process. */
function ignore(): void {}
