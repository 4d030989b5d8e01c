// Sniffs a file too large to look at whole.
import { expect, test } from 'vitest';
import { sharedEngine } from '../../../test-engine.ts';

const engineOver = sharedEngine();

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');
const day = (at: number) => String(1 + (at % 12)).padStart(2, '0');

test('of a large file the notation says on what it rests, and why no call has types', async () => {
  const first = 3_000_000;
  const content = `v,pad\n${rows(first, (at) => `${day(at)}.01.2024,${'x'.repeat(30)}`)}31.13.2024,x\n`;
  const { engine } = await engineOver({ 'x.csv': content });
  const { columns, typedCall, typedProblem } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]?.notation).toMatch(
    /^dates as '%d\.%m\.%Y', in the first 2,\d{3},\d{3} records$/,
  );
  expect(typedCall).toBeNull();
  expect(typedProblem).toContain(`line ${first + 2}: column 'v': expected a DATE`);
});
