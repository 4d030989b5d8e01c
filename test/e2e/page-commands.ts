// Runs the commands of a page of the docs, word for word and in order, and splits what they printed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface PageCommand {
  readonly text: string;
  /** `serves`: goes on running beside those that follow. */
  readonly isService: boolean;
  /** What the page says it prints; `…` stands for anything. */
  readonly output: string | undefined;
}

/** Blocks marked `sh`, but for `sh untested`; a block `text` right behind one is its output. */
export function commandsOf(text: string): PageCommand[] {
  const blocks = text.matchAll(
    /^```sh( serves| untested)?\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms,
  );
  return [...blocks]
    .filter(([, mark]) => mark !== ' untested')
    .map(([, mark, text = '', output]) => ({ text, isService: mark === ' serves', output }));
}

const separator = '\u001e';
const address = 'localhost:8080';

export interface PageRun {
  readonly commands: readonly PageCommand[];
  readonly cwd: string;
  readonly home: string;
  /** The folder with the command `pathql`, as after a global installation. */
  readonly programs: string;
  /** Words of the page, and what is run for them. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface PageOutputs {
  /** What each command printed, up to the one that failed. */
  readonly outputs: readonly string[];
  readonly stderr: string;
  readonly exitCode: number | null;
}

export async function runPage(page: PageRun): Promise<PageOutputs> {
  const port = await freePort();
  const words = { ...page.words, [address]: `localhost:${port}` };
  const script = page.commands.map((command) => scriptOf(command, port)).join(`printf '\\036'\n`);
  const settings = { SERVER_HOST: '127.0.0.1', SERVER_PORT: `${port}` };
  return runScript(replaced(script, words), {
    cwd: page.cwd,
    env: { ...environmentIn(page), ...settings },
  });
}

/** A home folder of its own, where npm installs for all of the machine, too; its registry and cache are those of this one. */
function environmentIn({ home, programs }: PageRun): Record<string, string> {
  const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env;
  const prefix = join(home, '.npm-global');
  return {
    PATH: [join(prefix, 'bin'), programs, PATH].join(':'),
    HOME: home,
    npm_config_prefix: prefix,
    npm_config_userconfig: join(HOME, '.npmrc'),
    npm_config_cache: join(HOME, '.npm'),
    npm_config_prefer_offline: 'true',
    NODE_EXTRA_CA_CERTS,
    // Warnings about this machine's own npm are not what a page tells of.
    npm_config_loglevel: 'error',
  };
}

function scriptOf({ text, isService }: PageCommand, port: number): string {
  if (!isService) return text;
  const health = `curl -sf 127.0.0.1:${port}/api/v1/health`;
  const untilHealthy = `until ${health} >/dev/null; do kill -0 $!; sleep 0.2; done`;
  return `{ ${text.trim()} ; } >&2 &\n${untilHealthy}\n`;
}

function replaced(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce(
    (result, [word, other]) => result.replaceAll(word, other),
    text,
  );
}

function runScript(
  script: string,
  options: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<PageOutputs> {
  // A group of its own, so that the service ends with the script.
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => endGroup(child.pid));
    child.once('close', (exitCode) =>
      resolve({ outputs: stdout.split(separator), stderr, exitCode }),
    );
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // Nothing of the group is left.
  }
}
