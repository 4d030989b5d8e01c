// Tests the log of a service whose lines nobody reads.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { LogStream } from '../../src/http/log-stream.ts';

test('lines that nobody reads are left out beyond a bound, and counted once they are read', async () => {
  const stream = new PassThrough();
  const log = new LogStream(stream, (line) => line.replace('"msg"', '"text"'));
  const line = `{"msg":"${'x'.repeat(1_000_000)}"}\n`;
  for (let i = 0; i < 20; i++) log.write(line);
  expect(stream.writableLength).toBeLessThan(6e6);
  const reading = text(stream);
  await expect.poll(() => stream.writableLength).toBe(0);
  log.write('{"msg":"last"}\n');
  stream.end();
  const lines = (await reading).trim().split('\n');
  const messages = lines.map((each) => JSON.parse(each));
  expect(messages.at(-1)).toEqual({ text: 'last' });
  expect(messages.at(-2)).toMatchObject({
    level: 'warn',
    lines: 20 - (lines.length - 2),
    text: expect.stringContaining('nobody read'),
  });
});
