// Writes log lines through a bounded buffer: while nobody reads the log, lines beyond it are dropped and counted.

const maxBufferedBytes = 4 * 2 ** 20;

export class LogStream {
  readonly #stream: NodeJS.WritableStream & { readonly writableLength?: number };
  readonly #form: (line: string) => string;
  #dropped = 0;

  /** `form` writes a line of JSON as it is to be read. */
  constructor(stream: NodeJS.WritableStream, form: (line: string) => string = (line) => line) {
    this.#stream = stream;
    this.#form = form;
    // A log nobody reads any more is no reason to stop serving.
    stream.on('error', () => undefined);
  }

  write(line: string): void {
    if ((this.#stream.writableLength ?? 0) > maxBufferedBytes) {
      this.#dropped += 1;
      return;
    }
    if (this.#dropped > 0) this.#stream.write(this.#form(droppedLine(this.#dropped)));
    this.#dropped = 0;
    this.#stream.write(this.#form(line));
  }
}

function droppedLine(lines: number): string {
  const time = new Date().toISOString();
  const msg = 'lines were left out here, as nobody read the log';
  return `${JSON.stringify({ level: 'warn', time, lines, msg })}\n`;
}
