// Text of nothing but delimiters, quotes and line ends: answered as a plain reader reads it, or refused.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PathqlError } from '../../../../src/errors.ts';
import { csvLab } from './csv-lab.ts';
import { readPlainly } from './plain-reader.ts';

const lab = csvLab();
const runs = 300;
const pieces = [
  'a',
  'b',
  'c',
  ',',
  ',',
  ',',
  '"',
  '"',
  '""',
  '\n',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  'é',
  '\\',
  '\0',
];

test.each(['\n', '\r\n', '\r'])('lines end in %j', async (lineEnd) => {
  const body = fc.array(fc.constantFrom(...pieces, lineEnd, lineEnd, lineEnd), { maxLength: 14 });
  const header = fc.constantFrom('a', 'a,b', 'a,b,c', '"a",b');
  const name = `malformed-${JSON.stringify(lineEnd).replace(/\W/g, '')}.csv`;
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(header, body, async (names, parts) => {
      const text = `${names}${lineEnd}${parts.join('')}`;
      const answer = await lab.read(lab.write(name, text)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(PathqlError);
        return null;
      });
      if (answer === null) return;
      answered++;
      const expected = readPlainly(text);
      expect(answer.rows).toEqual(expected);
    }),
    { numRuns: runs },
  );
  expect(answered).toBeGreaterThan(runs / 10);
});
