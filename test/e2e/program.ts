// Runs the built program: as a service on a free port, or as a command.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/openapi-document.ts';
import { routes } from '../../src/http/routes/route-table.ts';
import {
  type CheckResponse,
  type OpenApiDocument,
  responseChecker,
} from '../openapi/check-response.ts';

export const programPath = fileURLToPath(new URL('../../dist/pathql.js', import.meta.url));

export type ProgramProcess = ChildProcessByStdio<Writable, Readable, Readable>;

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Another copy of the built program. */
  readonly program?: string;
}

/** The programs of a test file write their warnings here: there must be none. */
const warningsFile = join(tmpdir(), `pathql-warnings-${process.pid}-${randomUUID()}`);
afterAll(() => {
  const warnings = existsSync(warningsFile) ? readFileSync(warningsFile, 'utf8') : '';
  rmSync(warningsFile, { force: true });
  if (warnings !== '') throw new Error(`the program warned:\n${warnings}`);
});

/** Responses that the OpenAPI document does not have: there must be none. */
const responseFaults: string[] = [];
const checkers = { open: newChecker(false), withToken: newChecker(true) };

function newChecker(needsToken: boolean): CheckResponse {
  const document = openApiDocument({ routes, version: '', needsToken });
  return responseChecker(document as unknown as OpenApiDocument);
}

afterAll(() => {
  if (responseFaults.length > 0) throw new Error(responseFaults.splice(0).join('\n'));
});

/** The environment has nothing of ours but what the test gives. */
export function startProgram(args: readonly string[], options: StartOptions = {}): ProgramProcess {
  const { PATH = '', HOME = '' } = process.env;
  const common = { PATH, HOME, TZ: 'America/St_Johns', NODE_REDIRECT_WARNINGS: warningsFile };
  const env = { ...common, ...options.env };
  const cwd = options.cwd ?? tmpdir();
  const program = options.program ?? programPath;
  return spawn(process.execPath, [program, ...args], { cwd, env, stdio: 'pipe' });
}

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runToEnd(
  args: readonly string[],
  options: StartOptions & { readonly stdin?: string } = {},
): Promise<Finished> {
  const child = startProgram(args, options);
  child.stdin.end(options.stdin ?? '');
  return finish(child);
}

export async function finish(child: ProgramProcess): Promise<Finished> {
  const [stdout, stderr, exitCode] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    exitOf(child),
  ]);
  return { exitCode, stdout, stderr };
}

export function exitOf(child: ProgramProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export interface RunningService {
  readonly url: string;
  readonly process: ProgramProcess;
  /** The log so far, a line each. */
  readonly log: Record<string, unknown>[];
  query(sql: string, init?: RequestInit): Promise<Response>;
  post(body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>): Promise<Response>;
  /** Sends SIGTERM and resolves to the exit code. */
  stop(): Promise<number | null>;
}

export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const env = { SERVER_HOST: '127.0.0.1', ...options.env, SERVER_PORT: '0' };
  const child = startProgram(['serve'], { ...options, env });
  const log: Record<string, unknown>[] = [];
  const url = await listeningAddress(child, log);
  const exited = exitOf(child);
  const needsToken = options.env?.API_TOKENS_FILE !== undefined;
  const ask = async (init: RequestInit): Promise<Response> => {
    const response = await fetch(`${url}/api/v1/query`, { method: 'POST', ...init });
    if (isSmall(response)) responseFaults.push(...(await faultsOf(response.clone(), needsToken)));
    return response;
  };
  const post: RunningService['post'] = (body, headers = {}) =>
    ask({ headers: { 'content-type': 'application/json', ...headers }, body });
  return {
    url,
    process: child,
    log,
    post,
    query: (sql, init = {}) =>
      ask({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sql }),
        ...init,
      }),
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Whoever tests large ones reads them at a pace of its own. */
function isSmall({ headers }: Response): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= 64 * 1024;
}

async function faultsOf(response: Response, needsToken: boolean): Promise<string[]> {
  const fault = checkers[needsToken ? 'withToken' : 'open']({
    method: 'POST',
    path: '/api/v1/query',
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
  return fault === null ? [] : [fault];
}

function listeningAddress(child: ProgramProcess, log: Record<string, unknown>[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let rest = '';
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const entry = JSON.parse(line) as Record<string, unknown>;
        log.push(entry);
        if (entry.msg === 'listening') resolve(String(entry.address));
      }
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${stderr}`)));
  });
}

export interface DataFolder {
  readonly path: string;
  write(name: string, content: string): string;
  remove(): void;
}

export function newDataFolder(files: Readonly<Record<string, string>> = {}): DataFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'pathql-e2e-')));
  const write = (name: string, content: string) => {
    writeFileSync(join(path, name), content);
    return join(path, name);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
