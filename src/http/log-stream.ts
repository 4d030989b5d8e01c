// Writes log lines through a bounded buffer: while nobody reads the log, lines beyond it are dropped and counted.

const maxBufferedBytes = 4 * 2 ** 20;

export class LogStream {
  readonly #stream: NodeJS.WritableStream & { readonly writableLength?: number };
  #dropped = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
    // A log nobody reads any more is no reason to stop serving.
    stream.on('error', () => undefined);
  }

  write(line: string): void {
    if ((this.#stream.writableLength ?? 0) > maxBufferedBytes) {
      this.#dropped += 1;
      return;
    }
    if (this.#dropped > 0) this.#stream.write(droppedLine(this.#dropped));
    this.#dropped = 0;
    this.#stream.write(line);
  }
}

function droppedLine(lines: number): string {
  const time = new Date().toISOString();
  const msg = 'lines were left out here, as nobody read the log';
  return `${JSON.stringify({ level: 'warn', time, lines, msg })}\n`;
}
