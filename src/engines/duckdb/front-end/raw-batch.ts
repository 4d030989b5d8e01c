// Declares how an engine that computes elsewhere hands over rows: column by column, exactly.

/** Whole numbers of 64 bits and unscaled decimals are bigints; times are counts of days or microseconds since 1970. */
export type RawValue = boolean | number | bigint | string | Uint8Array | null;

export interface RawColumn {
  readonly name: string;
  /** `Bool`, `Int8` to `Int64`, `Float32`, `Float64`, `Utf8`, `Decimal(p,s)`, `Date`, `Timestamp`, `TimestampUtc`. */
  readonly type: string;
  readonly values: readonly RawValue[];
}

export interface RawBatch {
  readonly rowCount: number;
  readonly columns: readonly RawColumn[];
}
