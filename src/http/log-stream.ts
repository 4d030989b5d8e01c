// Writes log lines as far as somebody reads them: those that wait are bounded, and those beyond are counted instead.

const maxWaitingBytes = 4 * 2 ** 20;

export class LogStream {
  readonly #stream: NodeJS.WritableStream & { readonly writableLength?: number };
  #leftOut = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
    // A log nobody reads any more is no reason to stop serving.
    stream.on('error', () => undefined);
  }

  write(line: string): void {
    if ((this.#stream.writableLength ?? 0) > maxWaitingBytes) {
      this.#leftOut += 1;
      return;
    }
    if (this.#leftOut > 0) this.#stream.write(leftOutLine(this.#leftOut));
    this.#leftOut = 0;
    this.#stream.write(line);
  }
}

function leftOutLine(lines: number): string {
  const time = new Date().toISOString();
  const msg = 'lines were left out here, as nobody read the log';
  return `${JSON.stringify({ level: 'warn', time, lines, msg })}\n`;
}
