import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { progressBar, progressLine } from '../../../src/cli/output/progress-bar.ts';

test.each([
  [
    { share: 0.5, rowsRead: 1_500_000, bytes: 200e6 },
    2_000,
    '50 %, 1,500,000 rows, 50 MB/s, 2 s left',
  ],
  [{ share: 0, rowsRead: 0, bytes: 200e6 }, 600, '0 %, running for 0 s'],
  [{ share: null, rowsRead: 0, bytes: 0 }, 3_400, 'running for 3 s'],
])('%j after %i ms', (progress, elapsedMs, text) => {
  expect(progressLine(progress, elapsedMs)).toContain(text);
});

test("shows nothing once the screen is a pager's", () => {
  let now = 0;
  const stream = Object.assign(new PassThrough(), { columns: 40 });
  const bar = progressBar(stream, () => now);
  now = 600;
  bar.show({ share: 0.5, rowsRead: 10, bytes: 100 });
  bar.end();
  expect(String(stream.read()).endsWith('\r\u001b[K')).toBe(true);
  bar.show({ share: 0.6, rowsRead: 12, bytes: 100 });
  bar.clear();
  expect(stream.read()).toBeNull();
});

test('is shown after half a second and gone without a trace', () => {
  let now = 0;
  const stream = Object.assign(new PassThrough(), { columns: 40 });
  const bar = progressBar(stream, () => now);
  const progress = { share: 0.5, rowsRead: 10, bytes: 100 };
  now = 400;
  bar.show(progress);
  bar.clear();
  expect(stream.read()).toBeNull();
  now = 600;
  bar.show(progress);
  bar.clear();
  const text = String(stream.read());
  expect(text.endsWith('\r\u001b[K')).toBe(true);
  expect(text.split('\u001b[K')[0]?.length).toBeLessThanOrEqual(40);
});
