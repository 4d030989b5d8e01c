// Writes the pages of a column that holds the same value, or none, in all records of a row group.
import { dataHeader, dictionaryHeader } from './column-pages.ts';
import type { StoredForm } from './stored-form.ts';
import { plainValue } from './stored-value.ts';

export interface ConstantPages {
  readonly bytes: Buffer;
  /** Bytes before the page of values; null: there is no page before it. */
  readonly dataOffset: number | null;
  readonly nulls: number;
}

/** `text`: exact in the type of the form; null: no value. */
export function constantPages(form: StoredForm, text: string | null, rows: number): ConstantPages {
  if (text === null) {
    const levels = levelsOf(rows, 0);
    const bytes = Buffer.concat([dataHeader(levels.length, rows, false), levels]);
    return { bytes, dataOffset: null, nulls: rows };
  }
  if (form === 'boolean') {
    const bits = Buffer.alloc(Math.ceil(rows / 8), /^t/i.test(text) ? 0xff : 0);
    const page = Buffer.concat([levelsOf(rows, 1), bits]);
    const bytes = Buffer.concat([dataHeader(page.length, rows, false), page]);
    return { bytes, dataOffset: null, nulls: 0 };
  }
  const value = plainValue(form, text);
  const dictionary = Buffer.concat([dictionaryHeader(value.length, 1), value]);
  const indexBits = 1;
  const page = Buffer.concat([levelsOf(rows, 1), Buffer.from([indexBits]), runOf(rows, 0)]);
  const bytes = Buffer.concat([dictionary, dataHeader(page.length, rows, true), page]);
  return { bytes, dataOffset: dictionary.length, nulls: 0 };
}

/** Whether each record has a value: all or none. */
function levelsOf(rows: number, level: 0 | 1): Buffer {
  const run = runOf(rows, level);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

/** A number of up to 8 bits so many times. */
function runOf(count: number, value: number): Buffer {
  const bytes: number[] = [];
  let rest = 2 * count;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest, value]);
}
