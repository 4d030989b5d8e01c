// Gathers the types of a table's columns while its files are scanned one after the other.
import { PathqlError } from '../../../errors.ts';
import { type ColumnUse, isUsed } from '../../../text/column-use.ts';
import type { FileLabels } from '../file-labels.ts';
import type { SourceFile } from '../source-file.ts';
import {
  commonTypes,
  everyType,
  narrowestType,
  type TextTypes,
  typesOfText,
} from './column-types.ts';
import { type GivenTypeOptions, type GivenTypeRule, givenTypeRule } from './given-types.ts';
import type { ColumnType, TableColumn } from './table-column.ts';

/** What is asked of a column. `infer`: the types in which all its texts are exact. `fit`: that all fit a given type. */
export type ColumnTask =
  | { readonly kind: 'infer' }
  | { readonly kind: 'any' }
  | { readonly kind: 'fit'; readonly type: string; readonly notation: GivenTypeOptions };

interface Column {
  readonly name: string;
  /** The type that the call gave it. */
  readonly given: string | null;
  readonly rule: GivenTypeRule | null;
  /** Of all values so far. */
  types: TextTypes;
  /** All files were scanned for it. */
  isKnown: boolean;
}

export class TableTypes {
  readonly #columns: readonly Column[];
  readonly #byName: ReadonlyMap<string, Column>;
  readonly #notation: GivenTypeOptions;

  constructor(
    names: readonly string[],
    given: readonly (string | null)[],
    options: GivenTypeOptions,
  ) {
    this.#columns = names.map((name, position) => {
      const type = given[position] ?? null;
      const rule = type === null ? null : givenTypeRule(type, options);
      return { name, given: type, rule, types: everyType, isKnown: type !== null };
    });
    this.#notation = notationIn(options);
    this.#byName = new Map(this.#columns.map((column) => [column.name.toLowerCase(), column]));
  }

  /** The columns of a use whose types are not known yet. */
  unknown(use: ColumnUse): ReadonlySet<string> {
    const columns = this.#columns.filter(({ name, isKnown }) => !isKnown && isUsed(use, name));
    return new Set(columns.map(({ name }) => name.toLowerCase()));
  }

  /** All files were scanned for the columns of the use. */
  know(use: ColumnUse): void {
    for (const column of this.#columns) if (isUsed(use, column.name)) column.isKnown = true;
  }

  /** What is asked of the fields of a file, by its own column names, so that the types of some columns are inferred. */
  tasks(own: readonly string[], inferred: ColumnUse = 'all'): ColumnTask[] {
    return own.map((name) => {
      const { given = null } = this.#columnOf(name) ?? {};
      if (given === 'VARCHAR') return { kind: 'any' };
      if (given === null) return { kind: isUsed(inferred, name) ? 'infer' : 'any' };
      return { kind: 'fit', type: given, notation: this.#notation };
    });
  }

  /** What a value must be, where the call gave the type. */
  expected(own: readonly string[]): (GivenTypeRule['expected'] | null)[] {
    return own.map((name) => this.#columnOf(name)?.rule?.expected ?? null);
  }

  /** What was found of the fields of a file: all types of those that were not looked at. */
  take(own: readonly string[], found: readonly TextTypes[]): void {
    for (const [index, name] of own.entries()) {
      const column = this.#columnOf(name);
      const types = found[index];
      if (column && types) column.types = commonTypes(column.types, types);
    }
  }

  /** Throws read_option_invalid for a label that does not fit a given type. */
  takeLabels({ shownPath }: SourceFile, labels: FileLabels): void {
    for (const [name, text] of labels) {
      const column = this.#columnOf(name);
      if (column === undefined || text === null) continue;
      const { rule, types } = column;
      if (rule === null) column.types = commonTypes(types, typesOfText(text));
      else if (!rule.fits(text)) {
        const message = `The path of '${shownPath}': column '${name}': expected ${rule.expected(text)}, found '${text}'`;
        throw new PathqlError('read_option_invalid', message);
      }
    }
  }

  columns(): TableColumn[] {
    return this.#columns.map(({ name, given, types }) => {
      const type: ColumnType =
        given === null
          ? { kind: 'exact', ...narrowestType(types) }
          : { kind: 'given', name: given };
      return { name, type };
    });
  }

  #columnOf(name: string): Column | undefined {
    return this.#byName.get(name.toLowerCase());
  }
}

/** Only what a thread can be told. */
function notationIn(options: GivenTypeOptions): GivenTypeOptions {
  const { dateFormat, timestampFormat, decimalSeparator, thousands } = options;
  return {
    ...(dateFormat !== undefined && { dateFormat }),
    ...(timestampFormat !== undefined && { timestampFormat }),
    ...(decimalSeparator !== undefined && { decimalSeparator }),
    ...(thousands !== undefined && { thousands }),
  };
}
