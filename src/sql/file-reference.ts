// Describes one mention of files in a statement: a path in table position, or a call of a function that reads files.
import type { TextSpan } from '../errors.ts';
import type { ColumnUse } from '../text/column-use.ts';

export interface FileReference {
  /** As the user wrote them, without quotes. More than one only in `read_csv(['a.csv', 'b.csv'])`. */
  readonly paths: readonly string[];
  /** The mention in the user's text. */
  readonly span: TextSpan;
  /** The function that is called, in small letters, null for a plain path. */
  readonly reader: string | null;
  /** The named arguments of `read_csv(path, …)`, null for a plain path. */
  readonly options: ReadonlyMap<string, ReadOption> | null;
  /** The columns that the statement may need of it; undefined: all. */
  readonly used?: ColumnUse | undefined;
}

export interface ReadOption {
  readonly value: OptionValue;
  readonly span: TextSpan;
}

/** A constant of the text. */
export type OptionValue =
  | string
  | number
  | boolean
  | null
  | readonly OptionValue[]
  | StructValue
  | { readonly [key: string]: OptionValue };

/** A struct or a map: an object would not keep the order of keys such as '2024'. In JSON it is a list of pairs. */
export class StructValue extends Map<string, OptionValue> {
  toJSON(): [string, OptionValue][] {
    return [...this];
  }
}
