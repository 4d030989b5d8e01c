// Takes the bytes of JSON as they come, and keeps those of a record that is not whole yet.
import { JsonFault } from './json-fault.ts';
import { RecordReader, type RecordReading } from './record-reader.ts';

export class WaitingRecords {
  readonly records: RecordReader;
  /** Bytes before those that wait. */
  #offset = 0;
  #waiting: Buffer = Buffer.alloc(0);
  /** A long record is not scanned again for each chunk. */
  #enough = 0;

  constructor(reading: RecordReading) {
    this.records = new RecordReader(reading);
  }

  /** True where records were taken. Throws JsonFault, placed among all bytes that were put. */
  put(chunk: Buffer): boolean {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    if (this.#waiting.length < this.#enough) return false;
    this.take(false);
    this.#enough = 2 * this.#waiting.length;
    return true;
  }

  /** Takes what waits. `isLast`: nothing follows. Throws as `put` does. */
  take(isLast: boolean): void {
    try {
      const done = this.records.take(this.#waiting, isLast);
      this.#waiting = this.#waiting.subarray(done);
      this.#offset += done;
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      throw new JsonFault(error.message, this.#offset + error.at, error.isOtherFormat);
    }
  }

  get areWhole(): boolean {
    return this.#waiting.length === 0;
  }
}
