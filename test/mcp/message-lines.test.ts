import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { MessageLines } from '../../src/mcp/message-lines.ts';

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** What is passed on, and what is answered. */
async function through(input: Buffer | string, size = 7) {
  const output = new PassThrough();
  const lines = new MessageLines({ output, maxMessageBytes: 200 });
  const passed = text(lines);
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length; at += size) lines.write(bytes.subarray(at, at + size));
  lines.end();
  const result = await passed;
  output.end();
  const answers = (await text(output)).split('\n').filter((line) => line !== '');
  return { passed: result, answers: answers.map((line) => JSON.parse(line)) };
}

test.each([1, 7, 1_000])('messages are passed on, in pieces of %i bytes', async (size) => {
  const result = '{"jsonrpc":"2.0","id":"a","result":{}}';
  const note = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"ö"}}';
  const { passed, answers } = await through(`${ping}\r\n\n${result}\n${note}\n`, size);
  expect(passed).toBe(`${ping}\n${result}\n${note}\n`);
  expect(answers).toEqual([]);
});

test.each([
  ['"params":null', ''],
  ['"params":{"name":"list_files","arguments":null}', ',"params":{"name":"list_files"}'],
  ['"params":{"arguments":{"under":null}}', ',"params":{"arguments":{"under":null}}'],
])('%s is passed on without what is null', async (params, left) => {
  const { passed, answers } = await through(`{"jsonrpc":"2.0","id":1,"method":"m",${params}}\n`);
  expect(passed).toBe(`{"jsonrpc":"2.0","id":1,"method":"m"${left}}\n`);
  expect(answers).toEqual([]);
});

test('a byte order mark is left out', async () => {
  expect(await through(`\uFEFF${ping}\n`)).toEqual({ passed: `${ping}\n`, answers: [] });
});

test.each<[string, Buffer | string, number, string | number | null, string]>([
  ['a half', '{', -32700, null, 'no JSON: "{"'],
  ['bytes', Buffer.from([0xff, 0xfe]), -32700, null, 'got bytes that are not UTF-8'],
  ['a number', '5', -32600, null, 'got "5"'],
  ['a batch', `[${ping}]`, -32600, null, 'batches are not taken'],
  ['no method', '{"jsonrpc":"2.0","id":7}', -32600, 7, 'got "{'],
  ['another version', '{"jsonrpc":"1.0","id":"x","method":"ping"}', -32600, 'x', 'got "{'],
  [
    'a long one',
    `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(200)}"}`,
    -32600,
    null,
    'at most 200 bytes',
  ],
])('%s is answered, and the next message is passed on', async (_name, line, code, id, message) => {
  const input = Buffer.concat([Buffer.from(line), Buffer.from(`\n${ping}\n`)]);
  const { passed, answers } = await through(input);
  expect(passed).toBe(`${ping}\n`);
  expect(answers).toEqual([
    { jsonrpc: '2.0', id, error: { code, message: expect.stringContaining(message) } },
  ]);
});
