// Marks the errors that our own SQL raises, so that no text of a query or a file can be taken for one of them.
import { randomBytes } from 'node:crypto';

/** `inferred`: a value goes against a type inferred from other rows. `given`: against a type that the call gave. */
export type ValueErrorKind = 'inferred' | 'given';

export interface ValueError {
  readonly kind: ValueErrorKind;
  /** The id of the table whose file holds the value. */
  readonly tableId: number;
  /** Of the column in its table, counted from 0. */
  readonly position: number;
  readonly value: string;
}

/** Another one in each process: nobody can know it beforehand. */
const mark = `pathql-${randomBytes(16).toString('hex')}`;

/** SQL that stops the query because the text `s` is no value of its column's type. */
export function valueErrorSql(
  { kind, tableId, position }: Omit<ValueError, 'value'>,
  s: string,
): string {
  return `error('${mark} ${kind} ${tableId} ${position} ' || ${s})`;
}

const pattern = new RegExp(
  `^Invalid Input Error: ${mark} (?<kind>inferred|given) (?<tableId>\\d+) (?<position>\\d+) (?<value>[\\s\\S]*)$`,
);

export function readValueError(engineMessage: string): ValueError | null {
  const { kind, tableId, position, value = '' } = pattern.exec(engineMessage)?.groups ?? {};
  if (kind === undefined) return null;
  return {
    kind: kind as ValueErrorKind,
    tableId: Number(tableId),
    position: Number(position),
    value,
  };
}
