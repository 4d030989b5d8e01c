// Collects texts and bytes, which Arrow has in one buffer.
import type { Vector } from '@duckdb/node-bindings';
import { type Binary, type Data, makeData, type Utf8 } from 'apache-arrow';
import { PathqlError } from '../../../../errors.ts';
import { GrowingBytes } from '../growing-bytes.ts';
import type { Range } from '../valid-rows.ts';
import { VectorTexts } from '../vector-texts.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { Offsets } from './offsets.ts';
import { Validity } from './validity.ts';

/** Arrow's offsets are signed and have 32 bits. */
const maxBatchBytes = 2 ** 31 - 1;

export class TextBuilder implements ColumnBuilder {
  readonly #type: Utf8 | Binary;
  readonly #values = new GrowingBytes();
  readonly #offsets = new Offsets();
  readonly #validity = new Validity();

  constructor(type: Utf8 | Binary) {
    this.#type = type;
  }

  get bytes(): number {
    return this.#values.length;
  }

  append(vector: Vector, range: Range): void {
    const texts = new VectorTexts(vector, range);
    const first = this.#values.length;
    const total = this.#offsets.add(texts.lengths);
    if (total > maxBatchBytes) throw tooLong();
    texts.copyInto(this.#values.extend(total - first));
    this.#validity.add(range, texts.isValid);
  }

  take(): Data {
    const { length } = this.#offsets;
    const buffers = { length, valueOffsets: this.#offsets.take(), data: this.#values.take() };
    return makeData({ type: this.#type as Utf8, ...buffers, ...this.#validity.take() });
  }
}

function tooLong(): PathqlError {
  const message =
    'Rows that follow each other hold more than 2 GB of text in one column, which a batch of Arrow cannot. Ask for shorter texts, or for another format';
  return new PathqlError('answer_too_large', message);
}
