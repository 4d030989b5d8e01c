// Reports a file that cannot be read as it was asked for, with what a search for another reading has to know.
import { PathqlError } from '../../errors.ts';
import type { SourceFile } from './source-file.ts';

export type FaultKind =
  | 'other-format'
  | 'empty'
  | 'empty-first-line'
  | 'unclear-delimiter'
  | 'not-text'
  | 'nul'
  | 'mixed-line-ends'
  | 'open-quote'
  | 'text-after-quote'
  | 'stray-escape'
  | 'quoted-too-long'
  | 'record-too-long'
  | 'too-few-fields'
  | 'too-many-fields'
  | 'value';

export interface Fault {
  readonly kind: FaultKind;
  /** Counted from 1. */
  readonly line: number;
  /** What the file holds from the faulty line or record on, as far as it is known. */
  readonly ahead: string;
  /** Of `value`: what does not fit the type of its column, and the position of that. */
  readonly text?: string;
  readonly column?: number;
  /** Of `unclear-delimiter`: those of which each splits the first records alike. */
  readonly rivals?: readonly string[];
}

export class FaultyFile extends PathqlError {
  readonly file: SourceFile;
  readonly fault: Fault;

  constructor(file: SourceFile, fault: Fault, words: string) {
    super('csv_invalid', `The file '${file.shownPath}'${words}`);
    this.file = file;
    this.fault = fault;
  }
}
