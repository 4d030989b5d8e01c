import { expect, test } from 'vitest';
import { withExactParams } from '../../src/mcp/exact-params.ts';

function read(text: string) {
  return withExactParams(JSON.parse(text), () => text);
}

const call = (params: string) =>
  `{"id":1,"method":"tools/call","params":{"name":"query","arguments":{"sql":"x","params":${params}}}}`;

test.each([
  '[9007199254740993,0.1234567890123456789,1.10,null]',
  '{"a":[12345678901234567890123],"b":"x","c":true}',
  '5',
])('params %s are handed over as text with all digits', (params) => {
  const expected = JSON.parse(call(JSON.stringify(params)));
  expect(read(call(params))).toEqual(expected);
});

test.each([
  call('"[1]"'),
  call('null'),
  '{"id":1,"method":"tools/call","params":{"name":"query","arguments":{"sql":"x"}}}',
  '{"id":1,"method":"tools/call","params":{"name":"query"}}',
  '{"id":1,"method":"tools/call"}',
  '{"id":1,"method":"tools/list","params":{"arguments":{"params":[1]}}}',
  '[]',
  'null',
])('%s stays as it is', (text) => {
  expect(read(text)).toEqual(JSON.parse(text));
});
