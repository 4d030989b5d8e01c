// Whether a file is JSON, by its first value.
import { describe, expect, test } from 'vitest';
import { recogniseJson } from '../../../src/kinds/json/recognise-json.ts';

function recognise(text: string) {
  return recogniseJson({ bytes: Buffer.from(text), compression: 'none', fault: null });
}

describe('JSON', () => {
  test.each([
    ['[{"id":1},{"id":2}]\n', 'json'],
    ['{"id":1}\n{"id":2}\n', 'ndjson'],
    ['{"id":1}\r\n{"id":2}', 'ndjson'],
    ['{"id":1}{"id":2}', 'ndjson'],
    ['{"id":1} \t\n', 'ndjson'],
    [' \r\n\t{"id":1}', 'ndjson'],
    ['{\n "id": 1\n}\n', 'json'],
    ['{}', 'ndjson'],
    ['[]', 'json'],
    ['[ ]\n', 'json'],
    ['[1,2,3]', 'json'],
    ['["a","b"]\n["c","d"]\n', 'json'],
    ['[{"a":1}]\nmore', 'json'],
    ['{"a":1}\nmore', 'ndjson'],
    [`[{"a":"${'x'.repeat(100_000)}"}]`.slice(0, 65_536), 'json'],
    ['{"a":[{"b":', 'json'],
  ])('%j', (text, kind) => {
    expect(recognise(text)).toBe(kind);
  });
});

describe('JSON with a fault: an object with a key is nothing else', () => {
  test.each([
    '[{"a":NaN}]',
    '{"a":1,}',
    '{"a":01}',
    '{"a":1,"a":2}',
    "{'a':1}",
    '{"a":1},\n{"a":2},\n',
    '{"a":1}, {"a":2}',
    '{"a": // comment\n1}',
  ])('%j', (text) => {
    expect(recognise(text)).not.toBeNull();
  });
});

describe('CSV whose first field begins with a bracket', () => {
  test.each([
    '{"a":1};x\n{"a":2};y\n',
    '{"a":1},2024-01-31\n',
    '{"a":1}\tx\n',
    '[id],[name]\n1,x\n',
    '{id},{name}\n',
    '{}|x\n',
    '[1],[2]\n',
    '[1]x',
    '[2024]\nkey=value\n',
    '{"id"},{"name"}\n',
    '{a:1},x\n',
    '[{"a":1}],x\n',
    'a,b\n{"a":1},2\n',
    '"{""a"":1}",x\n',
    '',
    ' \n',
    'x{',
  ])('%j', (text) => {
    expect(recognise(text)).toBeNull();
  });
});
