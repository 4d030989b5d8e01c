import { expect, test } from 'vitest';
import {
  commonTypes,
  everyType,
  narrowestType,
  typesOfText,
} from '../../../../src/kinds/shared/types/column-types.ts';
import type { ExactTypeName } from '../../../../src/kinds/shared/types/exact-types.ts';

const narrowest: [texts: string[], type: ExactTypeName, scale?: number][] = [
  [[], 'NULL'],
  [['true', 'FALSE', 'True'], 'BOOLEAN'],
  [['t', 'f'], 'VARCHAR'],
  [['true', '1'], 'VARCHAR'],
  [['1', '-2', ' 3 '], 'BIGINT'],
  [['9223372036854775807', '-9223372036854775808'], 'BIGINT'],
  [['1', '9223372036854775808'], 'HUGEINT'],
  [['9'.repeat(38)], 'HUGEINT'],
  [['9'.repeat(39)], 'VARCHAR'],
  [['007'], 'VARCHAR'],
  [['+5'], 'VARCHAR'],
  [['1_000'], 'VARCHAR'],
  [['0x1F'], 'VARCHAR'],
  [['-0'], 'DOUBLE'],
  [['1', '2.5'], 'DOUBLE'],
  [['1', '1e3'], 'DOUBLE'],
  [['9007199254740993', '0.5'], 'DECIMAL', 1],
  [['9007199254740992', '0.5'], 'DOUBLE'],
  [['9007199254740993', '1e5'], 'VARCHAR'],
  [['0.1234567890123456789'], 'DECIMAL', 19],
  [['1234567890123456789012345678901234567.5', '0.25'], 'VARCHAR'],
  [['1.10', '1.20'], 'DOUBLE'],
  [['5.'], 'VARCHAR'],
  [['.5', '-.5'], 'DOUBLE'],
  [['10E992'], 'VARCHAR'],
  [['10E3', '12E5'], 'VARCHAR'],
  [['10E3', '5'], 'VARCHAR'],
  [['1e3', '1E+3', '1E-3', '1.0E3', '.5E3', ' -2.5E10\t'], 'DOUBLE'],
  [['1e-400'], 'VARCHAR'],
  [['nan'], 'VARCHAR'],
  [['2024-02-29'], 'DATE'],
  [['2023-02-29'], 'VARCHAR'],
  [['0000-01-01'], 'VARCHAR'],
  [['2024-1-5'], 'VARCHAR'],
  [['2024-01-15', '2024-01-15 10:30'], 'TIMESTAMP'],
  [['2024-01-15T10:30:00.123456'], 'TIMESTAMP'],
  [['2024-01-15T10:30:00.1234567'], 'VARCHAR'],
  [['2024-01-15 24:00:00'], 'VARCHAR'],
  [['2016-12-31 23:59:60'], 'VARCHAR'],
  [['2024-01-15T10:30:00Z', '2024-01-15 10:30:00+0200'], 'TIMESTAMPTZ'],
  [['2024-01-15T10:30:00Z', '2024-01-15T10:30:00'], 'VARCHAR'],
  [['2024-01-15', '1'], 'VARCHAR'],
];

test.each(narrowest)('the narrowest type of %j is %s', (values, name, scale = 0) => {
  const types = values.map((text) => typesOfText(text)).reduce(commonTypes, everyType);
  expect(narrowestType(types)).toEqual({ name, scale });
});
