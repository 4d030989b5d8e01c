import { describe, expect, test } from 'vitest';
import { ask, testEngine } from '../../../test-engine.ts';

describe('types', () => {
  const late = (value: string) =>
    `id,v\n${Array.from({ length: 30_000 }, (_, i) => `${i},${i === 25_000 ? value : i % 7}`).join('\n')}\n`;

  test.each([
    ['N/A', '"N/A"'],
    ['2.5', '2.5'],
    ['0042', '"0042"'],
    ['9223372036854775808', '9223372036854775808'],
  ])('widen for %s in a late row, cached or not, whatever is known of the file', async (value, expected) => {
    for (const wholeFileTypesBytes of [0, 2 ** 26]) {
      const { engine } = await testEngine({ 'x.csv': late(value) }, { wholeFileTypesBytes });
      for (let time = 1; time <= 3; time++) {
        const { text } = await ask(engine, 'SELECT v FROM x.csv WHERE id = 25000');
        expect(text).toBe(`[${expected}]`);
      }
    }
  });
});
