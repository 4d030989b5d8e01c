// Plays a person at a terminal: types, and waits for what is to be seen.
import { type IPty, spawn } from '@lydell/node-pty';

export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
}

export class TerminalUser {
  readonly exited: Promise<number>;
  readonly #pty: IPty;
  #screen = '';
  /** Of what is to be seen, up to here it was waited for. */
  #seen = 0;
  #look = () => {};

  constructor(file: string, args: readonly string[], options: TerminalOptions) {
    const { PATH = '', HOME = '' } = process.env;
    this.#pty = spawn(file, [...args], {
      cols: options.columns ?? 80,
      rows: 24,
      cwd: options.cwd,
      env: { PATH, HOME, TERM: 'xterm-256color', LANG: 'C.UTF-8', ...options.env },
    });
    this.#pty.onData((text) => {
      this.#screen += text;
      this.#look();
    });
    this.exited = new Promise((resolve) => this.#pty.onExit(({ exitCode }) => resolve(exitCode)));
  }

  /** All that came, without what colours it and moves the cursor. */
  get screen(): string {
    return plain(this.#screen);
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  /** Resolves when the text is to be seen since the last call of `see`, which it leaves to that. */
  async glimpse(text: string): Promise<void> {
    const seen = this.#seen;
    await this.see(text);
    this.#seen = seen;
  }

  /** Resolves with the text since the last call up to the end of `wanted`, when that is there. */
  see(wanted: string | RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#look = () => {};
        const text = JSON.stringify(this.screen.slice(this.#seen));
        reject(new Error(`Expected to see ${wanted}, saw ${text}`));
      }, patienceMs);
      this.#look = () => {
        const text = this.screen.slice(this.#seen);
        const end = endOf(wanted, text);
        if (end === null) return;
        this.#seen += end;
        clearTimeout(timer);
        this.#look = () => {};
        resolve(text.slice(0, end));
      };
      this.#look();
    });
  }

  /** Resolves when the program has ended, and writes no more. */
  async leave(): Promise<void> {
    this.#pty.kill('SIGKILL');
    await this.exited;
  }
}

/** Of the first match. */
function endOf(wanted: string | RegExp, text: string): number | null {
  const match = typeof wanted === 'string' ? wanted : wanted.exec(text)?.[0];
  const start = match === undefined ? -1 : text.indexOf(match);
  return start === -1 || match === undefined ? null : start + match.length;
}

const patienceMs = 120_000;

function plain(screen: string): string {
  return screen
    .replace(/\u001b(?:\[[\d;?]*[A-Za-z]|\][^\u0007]*\u0007|\(B|[=>])/g, '')
    .replaceAll('\r', '');
}
