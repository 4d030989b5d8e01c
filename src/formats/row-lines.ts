// Cuts bytes as they come into whole rows, one for each line.
import { StringDecoder } from 'node:string_decoder';

export class RowLines {
  readonly #decoder = new StringDecoder('utf8');
  #begun = '';

  /** The rows that end in `bytes`. */
  add(bytes: Uint8Array): string[] {
    const rows = (
      this.#begun +
      this.#decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    ).split('\n');
    this.#begun = rows.pop() ?? '';
    return rows;
  }
}
