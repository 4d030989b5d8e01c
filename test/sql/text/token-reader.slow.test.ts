// Reads random texts as SQL.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Token } from '../../../src/sql/text/token.ts';
import { TokenReader } from '../../../src/sql/text/token-reader.ts';
import { queries } from '../queries.ts';
import { noise } from '../random-queries.ts';

function tokensOf(sql: string): Token[] {
  const reader = new TokenReader(sql);
  const tokens: Token[] = [];
  for (let token = reader.next(); token; token = reader.next()) tokens.push(token);
  return tokens;
}

test('random text is read to its end, and only space is left out', () => {
  const query = fc.constantFrom(...queries);
  const cut = fc.tuple(query, fc.nat(60)).map(([sql, at]) => sql.slice(0, at));
  const rest = fc.tuple(query, fc.nat(60)).map(([sql, at]) => sql.slice(at));
  const mark = fc.constantFrom(...'\'"`$;()[]{},/*-:. \n', 'u: ', "e'", '$a$', '/*', '--');
  const piece = fc.oneof(noise, cut, rest, mark, fc.string(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const sql = pieces.join('');
      let end = 0;
      for (const token of tokensOf(sql)) {
        expect(sql.slice(end, token.start)).toMatch(/^[\s\u200B-\u200D\u2060]*$/);
        expect(token.end).toBeGreaterThan(token.start);
        end = token.end;
      }
      expect(sql.slice(end)).toMatch(/^[\s\u200B-\u200D\u2060]*$/);
    }),
    { numRuns: 5_000, seed: 3 },
  );
});
