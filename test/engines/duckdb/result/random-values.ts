// Makes random types with values, as SQL and as the JSON text they must become.
import fc from 'fast-check';

export interface TypedValues {
  readonly type: string;
  /** A few of the type; SQL without a cast, to be cast as a whole. */
  readonly value: fc.Arbitrary<Sample>;
}

export interface Sample {
  readonly sql: string;
  readonly json: string;
}

/** SQL of a value, and its JSON; texts are given as texts. */
const scalars: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  BOOLEAN: [
    ['true', 'true'],
    ['false', 'false'],
  ],
  INTEGER: [['-7', '-7']],
  BIGINT: [['9007199254740993', '9007199254740993']],
  HUGEINT: [
    ["'170141183460469231731687303715884105727'", '170141183460469231731687303715884105727'],
  ],
  UHUGEINT: [
    ["'340282366920938463463374607431768211455'", '340282366920938463463374607431768211455'],
  ],
  BIGNUM: [
    ["'12345678901234567890123456789012345678901'", '12345678901234567890123456789012345678901'],
  ],
  'DECIMAL(5,2)': [
    ['1.10', '1.10'],
    ['-0.05', '-0.05'],
  ],
  'DECIMAL(38,18)': [
    ["'12345678901234567890.123456789012345678'", '12345678901234567890.123456789012345678'],
  ],
  FLOAT: [
    ["'0.1'", '0.1'],
    ["'nan'", 'null'],
    ["'-inf'", 'null'],
    ["'1e-40'", '1e-40'],
  ],
  DOUBLE: [
    ["'0.1'", '0.1'],
    ["'inf'", 'null'],
    ["'1e300'", '1e300'],
    ["'5e-324'", '5e-324'],
  ],
  VARCHAR: [
    ["'a\"b\\,]'", '"a\\"b\\\\,]"'],
    ["''", '""'],
    ["'NaN'", '"NaN"'],
    ["chr(10) || 'é😀'", '"\\né😀"'],
  ],
  JSON: [
    [`'{"a": 1.10}'`, '{"a": 1.10}'],
    ["'[NaN]'", '"[NaN]"'],
    ["'[1,]'", '"[1,]"'],
  ],
  DATE: [
    ["'2024-01-15'", '"2024-01-15"'],
    ["'0044-03-15 (BC)'", '"0044-03-15 (BC)"'],
    ["'infinity'", '"infinity"'],
  ],
  TIME: [["'14:30:00.5'", '"14:30:00.5"']],
  TIMETZ: [["'14:30:00+02'", '"14:30:00+02"']],
  TIMESTAMP: [
    ["'2024-01-15 14:30:00.25'", '"2024-01-15T14:30:00.25"'],
    ["'0044-03-15 (BC) 10:00:00'", '"0044-03-15 (BC) 10:00:00"'],
    ["'-infinity'", '"-infinity"'],
  ],
  TIMESTAMP_S: [
    ["'2024-01-15 14:30:00'", '"2024-01-15T14:30:00"'],
    ["'0044-03-15 (BC) 10:00:00'", '"0044-03-15 (BC) 10:00:00"'],
  ],
  TIMESTAMP_MS: [["'2024-01-15 14:30:00.25'", '"2024-01-15T14:30:00.25"']],
  TIMESTAMP_NS: [["'2024-01-15 14:30:00.123456789'", '"2024-01-15T14:30:00.123456789"']],
  TIMESTAMPTZ: [
    ["'2024-01-15 14:30:00+02'", '"2024-01-15T12:30:00Z"'],
    ["'0044-03-15 (BC) 10:00:00+00'", '"0044-03-15 (BC) 10:00:00+00"'],
  ],
  INTERVAL: [["'1 month 2 days 03:04:05'", '"1 month 2 days 03:04:05"']],
  UUID: [["'123e4567-e89b-12d3-a456-426614174000'", '"123e4567-e89b-12d3-a456-426614174000"']],
  BLOB: [
    ["'a\\xFF'", '"Yf8="'],
    ["''", '""'],
  ],
  BIT: [["'0101'", '"0101"']],
  "ENUM('a,\"', 'b')": [
    ["'a,\"'", '"a,\\""'],
    ["'b'", '"b"'],
  ],
};

/** Texts of floating point numbers and of JSON are keys in their own spelling: left to tests by hand. */
const plainKeys = Object.keys(scalars).filter(
  (type) => !['FLOAT', 'DOUBLE', 'JSON'].includes(type),
);

const names = ['a', 'b c', 'q"', "it's", 'ü'];

export const typedValues: fc.Arbitrary<TypedValues> = fc.letrec<{ any: TypedValues }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalarOf(Object.keys(scalars)),
    tie('any').map(listOf),
    tie('any').map(arrayOf),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map(structOf),
    fc.tuple(scalarOf(plainKeys), tie('any')).map(mapOf),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map(unionOf),
  ),
})).any;

function scalarOf(types: readonly string[]): fc.Arbitrary<TypedValues> {
  return fc.constantFrom(...types).map((type) => ({
    type,
    value: fc
      .constantFrom(...(scalars[type] ?? []))
      .map(([sql, json]) => ({ sql: `(${sql})::${type}`, json })),
  }));
}

function orNull({ type, value }: TypedValues): fc.Arbitrary<Sample> {
  return fc.oneof(
    { weight: 4, arbitrary: value },
    fc.constant({ sql: `NULL::${type}`, json: 'null' }),
  );
}

function listOf(item: TypedValues): TypedValues {
  return {
    type: `${item.type}[]`,
    value: fc.array(orNull(item), { maxLength: 3 }).map((items) => ({
      sql: `[${items.map(({ sql }) => sql).join(', ')}]::${item.type}[]`,
      json: `[${items.map(({ json }) => json).join(',')}]`,
    })),
  };
}

function arrayOf(item: TypedValues): TypedValues {
  const list = fc.tuple(orNull(item), orNull(item));
  return {
    type: `${item.type}[2]`,
    value: list.map((items) => ({
      sql: `[${items.map(({ sql }) => sql).join(', ')}]::${item.type}[2]`,
      json: `[${items.map(({ json }) => json).join(',')}]`,
    })),
  };
}

function structOf(members: readonly TypedValues[]): TypedValues {
  const type = `STRUCT(${members.map((member, i) => `${quoted(i)} ${member.type}`).join(', ')})`;
  return {
    type,
    value: fc.tuple(...members.map(orNull)).map((values) => ({
      sql: `struct_pack(${values.map(({ sql }, i) => `${quoted(i)} := ${sql}`).join(', ')})`,
      json: `{${values.map(({ json }, i) => `${JSON.stringify(names[i])}:${json}`).join(',')}}`,
    })),
  };
}

function mapOf([key, content]: readonly [TypedValues, TypedValues]): TypedValues {
  const type = `MAP(${key.type}, ${content.type})`;
  const entries = fc.uniqueArray(fc.tuple(key.value, orNull(content)), {
    maxLength: 2,
    selector: ([{ json }]) => json,
  });
  return {
    type,
    value: entries.map((some) => ({
      sql: `MAP {${some.map(([k, v]) => `${k.sql}: ${v.sql}`).join(', ')}}::${type}`,
      json: `{${some.map(([k, v]) => `${asKey(k.json)}:${v.json}`).join(',')}}`,
    })),
  };
}

function asKey(json: string): string {
  return json.startsWith('"') ? json : JSON.stringify(json);
}

function unionOf(members: readonly TypedValues[]): TypedValues {
  const type = `UNION(${members.map((member, i) => `${quoted(i)} ${member.type}`).join(', ')})`;
  const one = fc.oneof(
    ...members.map((member, i) => orNull(member).map((sample) => ({ i, ...sample }))),
  );
  return {
    type,
    value: one.map(({ i, sql, json }) => ({
      sql: `union_value(${quoted(i)} := ${sql})::${type}`,
      json: `{${JSON.stringify(names[i])}:${json}}`,
    })),
  };
}

function quoted(index: number): string {
  return `"${(names[index] ?? '').replaceAll('"', '""')}"`;
}
