// Says why DuckDB's native part cannot be loaded, and what to do; imports nothing of it.
import { PathqlError } from '../../../errors.ts';

/** Throws what an import of the engine threw, in words of a user where it is the native part that fails. */
export function throwNotLoaded(thrown: unknown): never {
  const reason = reasonOf(thrown);
  if (reason === undefined) throw thrown;
  const message = `The engine DuckDB cannot be loaded: ${reason}. Queries of another machine's service, by --url, need no engine`;
  throw new PathqlError('engine_not_installed', message, { cause: thrown });
}

function reasonOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const [line = ''] = thrown.message.split('\n');
  const [, missing] = /^Cannot find module '(@duckdb\/node-bindings[^/']*)/.exec(line) ?? [];
  if (missing !== undefined) return notInstalled(missing);
  if (line.startsWith('Error loading duckdb native binding: unsupported arch')) return noBuild;
  return 'code' in thrown && thrown.code === 'ERR_DLOPEN_FAILED' ? notUsable(line) : undefined;
}

const machine = `${process.platform}-${process.arch}`;
const installAgain =
  "Remove the folder 'node_modules' and install again on this machine, with optional packages";

function notInstalled(name: string): string {
  return `its package '${name}' is not installed. npm leaves it out with --omit=optional (or omit=optional in .npmrc), and a 'node_modules' from another kind of machine has another one. ${installAgain}`;
}

const noBuild = `there is no build of it for ${machine}. It has builds for Linux, macOS and Windows, on x64 and arm64`;

function notUsable(words: string): string {
  return `this machine cannot use the file of its package: ${words}. Either the file is damaged or made for another system, or the system is too old: on Linux, it needs glibc 2.25 or newer, or musl; on Windows, the Visual C++ Redistributable. ${installAgain}`;
}
