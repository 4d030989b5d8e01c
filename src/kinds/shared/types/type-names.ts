// Reads the names of types that a call may give a column, in any of their spellings.

/** In the order in which errors and documents list them. */
export const givenTypeNames = [
  'VARCHAR',
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'HUGEINT',
  'UTINYINT',
  'USMALLINT',
  'UINTEGER',
  'UBIGINT',
  'UHUGEINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL(p,s)',
  'DATE',
  'TIME',
  'TIMETZ',
  'TIMESTAMP',
  'TIMESTAMP_S',
  'TIMESTAMP_MS',
  'TIMESTAMP_NS',
  'TIMESTAMPTZ',
  'UUID',
] as const;

/** The other spellings DuckDB knows. */
export const typeSpellings: Readonly<Record<string, string>> = {
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  CHAR: 'VARCHAR',
  CHARACTER: 'VARCHAR',
  'CHARACTER VARYING': 'VARCHAR',
  BPCHAR: 'VARCHAR',
  NCHAR: 'VARCHAR',
  NVARCHAR: 'VARCHAR',
  BOOL: 'BOOLEAN',
  LOGICAL: 'BOOLEAN',
  INT1: 'TINYINT',
  INT2: 'SMALLINT',
  INT16: 'SMALLINT',
  SHORT: 'SMALLINT',
  INT: 'INTEGER',
  INT4: 'INTEGER',
  INT32: 'INTEGER',
  INTEGRAL: 'INTEGER',
  SIGNED: 'INTEGER',
  INT8: 'BIGINT',
  INT64: 'BIGINT',
  LONG: 'BIGINT',
  OID: 'BIGINT',
  INT128: 'HUGEINT',
  UINT8: 'UTINYINT',
  UINT16: 'USMALLINT',
  UINT32: 'UINTEGER',
  UINT64: 'UBIGINT',
  UINT128: 'UHUGEINT',
  FLOAT4: 'FLOAT',
  REAL: 'FLOAT',
  FLOAT8: 'DOUBLE',
  'DOUBLE PRECISION': 'DOUBLE',
  DECIMAL: 'DECIMAL(18,3)',
  NUMERIC: 'DECIMAL(18,3)',
  DEC: 'DECIMAL(18,3)',
  'TIME WITHOUT TIME ZONE': 'TIME',
  'TIME WITH TIME ZONE': 'TIMETZ',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP_US: 'TIMESTAMP',
  'TIMESTAMP WITHOUT TIME ZONE': 'TIMESTAMP',
  'TIMESTAMP(0)': 'TIMESTAMP_S',
  'TIMESTAMP(3)': 'TIMESTAMP_MS',
  'TIMESTAMP(6)': 'TIMESTAMP',
  'TIMESTAMP(9)': 'TIMESTAMP_NS',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPTZ',
  GUID: 'UUID',
};

/** One of `givenTypeNames`, with its numbers if it is a DECIMAL; undefined for any other text. */
export function readTypeName(text: string): string | undefined {
  const name = text
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1');
  const decimal = /^(?:DECIMAL|NUMERIC|DEC)\((\d{1,2})(?:,(\d{1,2}))?\)$/.exec(name);
  if (decimal) return decimalName(Number(decimal[1]), Number(decimal[2] ?? 0));
  const withoutLength = name.replace(
    /^((?:VAR|BP|N|NVAR)?CHAR|CHARACTER(?: VARYING)?)\(\d+\)$/,
    '$1',
  );
  if (Object.hasOwn(typeSpellings, withoutLength)) return typeSpellings[withoutLength];
  return givenTypeNames.find((known) => known === withoutLength && known !== 'DECIMAL(p,s)');
}

function decimalName(precision: number, scale: number): string | undefined {
  const isPossible = precision >= 1 && precision <= 38 && scale <= precision;
  return isPossible ? `DECIMAL(${precision},${scale})` : undefined;
}
