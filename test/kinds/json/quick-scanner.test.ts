// Compares what the quick scanner makes of JSON with what json-scanner.ts does: whoever takes an object, finds the same.
import { expect, test } from 'vitest';
import { JsonFault } from '../../../src/kinds/json/json-fault.ts';
import { RecordReader } from '../../../src/kinds/json/record-reader.ts';
import { randomOf } from '../../differential/random.ts';
import { randomJson } from './random-json.ts';

const files = Number(process.env.RANDOM_JSON_FILES ?? 100);
const firstSeed = Number(process.env.RANDOM_JSON_SEED ?? 1);

/** Findings, or the message of the fault. In two parts, so that an object may be cut anywhere. */
function found(data: Buffer, cut: number, isQuick: boolean): unknown {
  const reader = new RecordReader({
    maxRecordBytes: 1_000_000,
    onRecord: isQuick ? undefined : () => undefined,
  });
  try {
    const done = reader.take(data.subarray(0, cut), false);
    reader.take(data.subarray(done), true);
  } catch (error) {
    return error instanceof JsonFault ? error.message : error;
  }
  const { columns, ...others } = reader.end();
  return { ...others, columns: columns.map((facts) => ({ ...facts })) };
}

test('random files, good ones and damaged ones', () => {
  for (let seed = firstSeed; seed < firstSeed + files; seed++) {
    const { content } = randomJson(seed);
    const random = randomOf(seed);
    const good = Buffer.from(content.startsWith('[') ? content : `${content}\n${content}`);
    for (let damage = 0; damage < 4; damage++) {
      const bytes = Buffer.from(good);
      if (damage > 0) bytes[random.below(bytes.length)] = random.below(128);
      const cut = random.below(bytes.length);
      const quick = found(bytes, cut, true);
      expect(quick, `${seed}, ${damage}`).toEqual(found(bytes, cut, false));
    }
  }
});

const values = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '12.50',
    '-0.5',
    '0.0',
    '-0.0',
    '1e5',
    '1E5',
    '1.5E+3',
    '1e-400',
    '01',
    '1.',
    '-',
    '+1',
  ],
  ...[
    '123456789012345',
    '1234567890123456',
    '9007199254740993',
    '9223372036854775807',
    '9223372036854775808',
  ],
  ...[
    '12345678901234567890123456789012',
    '1'.repeat(38),
    '1'.repeat(39),
    '1700000000123000000',
    '-9223372036854775808',
  ],
  ...[
    '0.1234567890123456',
    '0.12345678901234567',
    '51.50735091234567',
    '0.1234567890123456789',
    '123456789012345.5',
  ],
  ...[
    'true',
    'false',
    'null',
    'tru',
    'nulL',
    '""',
    '"a"',
    '"a\\"b"',
    '"\\u0041"',
    '"\\ud83d\\ude00"',
    '"\\ud83d"',
    '"\\u00g0"',
    '"\\x"',
  ],
  ...[
    '"2024-01-31"',
    '"2024-02-30"',
    '"2024-02-29"',
    '"2023-02-29"',
    '"0000-01-01"',
    '"2024-01-31 10:30"',
    '"2024-01-31T10:30:00Z"',
  ],
  ...[
    '"2024-01-31T10:30:00.123456+02:00"',
    '"2024-01-31T10:30:00.1234567"',
    '"9999-12-31T23:59:59Z"',
    '"2024-01-31 "',
    '"2024-13-01"',
  ],
  ...[
    '[]',
    '{}',
    '[1,[2,{"k":[]}]]',
    '{"k":1,"k":2}',
    '{"k":1,"\\u006b":2}',
    '{"k":-0}',
    '[0.1234567890123456789]',
    '[1.5e3]',
    '[01]',
    '[1,]',
  ],
  ...[
    '{"a":1,}',
    '{"a" : [ 1 , 2 ] }',
    '[\n1]',
    '"é"',
    '"\t"',
    '"\u0000"',
    `"${'x'.repeat(40)}"`,
    `"${'x'.repeat(14)}\\n"`,
    '[-0.5]',
    '[1e400]',
  ],
];

test('every value behind every other one, in a column and in lists', () => {
  for (const one of values) {
    for (const two of values) {
      const lines = [
        `{"a":${one},"b":1}`,
        `{"a":${two}, "b":[${two}]}`,
        `{"b":{"c":${one}}}`,
        `{"a":${two}}`,
      ];
      const data = Buffer.from(lines.join('\n'));
      expect(found(data, 0, true), `${one} ${two}`).toEqual(found(data, 0, false));
    }
  }
});
