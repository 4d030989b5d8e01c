// Prepares a scanned statement for DuckDB's parser, whose offsets are neither those of the text nor UTF-16.
import type { ScannedStatement } from '../../../sql/scan-statement.ts';
import { fromByteOffsets, fromCharacterPosition } from './byte-offsets.ts';

export interface ParserInput extends ScannedStatement {
  /** From an offset in `plainSql` as the parse tree has it (bytes of UTF-8) to one in `sql` (UTF-16 code units). */
  toUserOffset(byteOffset: number): number;
  /** The same for the position of a syntax error, which DuckDB counts in characters. */
  errorOffset(position: number): number;
}

export function parserInput(scanned: ScannedStatement): ParserInput {
  const { plainSql, toSource } = scanned;
  const toUnits = fromByteOffsets(plainSql);
  return {
    ...scanned,
    toUserOffset: (byteOffset) => toSource(toUnits(byteOffset)),
    errorOffset: (position) => toSource(fromCharacterPosition(plainSql, position)),
  };
}
