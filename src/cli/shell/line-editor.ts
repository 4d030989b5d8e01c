// Reads lines from a terminal, with history and completion, by Node's own line editor.
import { createInterface, type Interface } from 'node:readline';
import type { InputStream, OutputStream } from '../io.ts';

export type LineEvent =
  | { readonly kind: 'line'; readonly text: string }
  /** Ctrl-C: what was begun is given up. */
  | { readonly kind: 'interrupt' }
  /** Ctrl-D, or the terminal is gone. */
  | { readonly kind: 'end' };

/** What may stand for the end of the line, and how much of the end it replaces. */
export type Completer = (line: string) => Promise<[hits: string[], replaced: string]>;

export interface LineEditorOptions {
  readonly stdin: InputStream & { setRawMode?(isRaw: boolean): void };
  readonly stdout: OutputStream;
  /** Newest first. */
  readonly history: readonly string[];
  readonly historySize: number;
  readonly complete: Completer;
}

const end: LineEvent = { kind: 'end' };

export class LineEditor {
  readonly #options: LineEditorOptions;
  readonly #readline: Interface & { readonly history?: string[] };
  /** Lines that were pasted behind the one asked for. */
  readonly #events: LineEvent[] = [];
  #take: ((event: LineEvent) => void) | null = null;
  #isClosed = false;

  constructor(options: LineEditorOptions) {
    this.#options = options;
    const { stdin: input, stdout: output, history, historySize, complete } = options;
    this.#readline = createInterface({
      input,
      output,
      terminal: true,
      history: [...history],
      historySize,
      removeHistoryDuplicates: true,
      completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
        complete(line).then(
          (result) => done(null, result),
          () => done(null, [[], line]),
        );
      },
    });
    this.#readline.on('line', (text) => this.#give({ kind: 'line', text }));
    this.#readline.on('SIGINT', () => this.#interrupt());
    // Node leaves the input paused after Ctrl-Z: with nothing to wait for the shell would end.
    this.#readline.on('SIGCONT', () => this.#readline.prompt(true));
    this.#readline.on('close', () => {
      this.#isClosed = true;
      this.#give(end);
    });
    this.rest();
  }

  /** The terminal is the editor's until the line is there, and anyone's until the next is asked for. */
  next(prompt: string): Promise<LineEvent> {
    const waiting = this.#events.shift();
    if (waiting !== undefined) return Promise.resolve(waiting);
    if (this.#isClosed) return Promise.resolve(end);
    return new Promise((resolve) => {
      this.#take = (event) => {
        this.#take = null;
        this.rest();
        resolve(event);
      };
      this.#options.stdin.setRawMode?.(true);
      this.#readline.setPrompt(prompt);
      this.#readline.resume();
      this.#readline.prompt();
    });
  }

  /** Lets go of the terminal: Ctrl-C is a signal again, and a pager gets the keys. */
  rest(): void {
    if (this.#isClosed) return;
    this.#readline.pause();
    this.#options.stdin.setRawMode?.(false);
  }

  /** The last lines, as they were typed, become one entry of the history. */
  joinHistory(lineCount: number, entry: string): void {
    this.#readline.history?.splice(0, lineCount, entry);
  }

  close(): void {
    if (!this.#isClosed) this.#readline.close();
  }

  #give(event: LineEvent): void {
    if (this.#take === null) this.#events.push(event);
    else this.#take(event);
  }

  #interrupt(): void {
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    this.#options.stdout.write('^C\n');
    this.#give({ kind: 'interrupt' });
  }
}
