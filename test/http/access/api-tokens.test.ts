// Tests whose token a request carries, also after the file has changed.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ApiTokens } from '../../../src/http/access/api-tokens.ts';
import { newToken, tokenLine } from '../../../src/http/access/token-line.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

async function openTokens(text: string) {
  const path = join(await temporaryFolder({ tokens: text }), 'tokens');
  const lines: string[] = [];
  const log = {
    warn: (_: object, line: string) => void lines.push(line),
    error: (_: object, line: string) => void lines.push(line),
  };
  let now = 0;
  const tokens = new ApiTokens({ path, log, clock: () => now });
  const passSecond = () => {
    now += 1_000;
  };
  return { tokens, path, lines, passSecond };
}

const [ann, bob] = [newToken(), newToken()];
const file = `# who may ask\n\n${tokenLine('ann', ann)}\r\n${tokenLine('bob@x', bob)}\n`;

test('a token is known by its name; the file holds only its hash', async () => {
  const { tokens } = await openTokens(file);
  expect(tokens.count).toBe(2);
  expect(tokens.nameOf(`Bearer ${ann}`)).toBe('ann');
  expect(tokens.nameOf(`bearer ${bob}`)).toBe('bob@x');
  expect(file).not.toContain(ann);
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Basic ${ann}`,
  ann,
  `Bearer ${ann} x`,
  `Bearer ${ann.slice(1)}`,
  `Bearer ${tokenLine('ann', ann).slice(4)}`,
])('%s is no token', async (header) => {
  expect((await openTokens(file)).tokens.nameOf(header)).toBe(null);
});

describe('a changed file', () => {
  test('counts a second later', async () => {
    const { tokens, path, lines, passSecond } = await openTokens(file);
    writeFileSync(path, tokenLine('bob', bob));
    passSecond();
    expect(tokens.nameOf(`Bearer ${ann}`)).toBe(null);
    expect(tokens.nameOf(`Bearer ${bob}`)).toBe('bob');
    expect(lines).toEqual(['the API tokens have changed']);
  });

  test('that has no token lets nobody in', async () => {
    const { tokens, path, passSecond } = await openTokens(file);
    writeFileSync(path, '');
    passSecond();
    expect(tokens.nameOf(`Bearer ${ann}`)).toBe(null);
  });

  test.each([
    ['faulty', (path: string) => writeFileSync(path, 'ann:12')],
    ['gone', (path: string) => rmSync(path)],
  ])('that is %s changes nothing, and one line says so', async (_, change) => {
    const { tokens, path, lines, passSecond } = await openTokens(file);
    change(path);
    for (let i = 0; i < 3; i++) {
      passSecond();
      expect(tokens.nameOf(`Bearer ${ann}`)).toBe('ann');
    }
    expect(lines).toEqual(['the API tokens cannot be read: those known before stay good']);
  });
});

test.each([
  ['ann', 'line 1: expected <name>:<hash>'],
  [`${tokenLine('a b', ann)}`, 'line 1: expected <name>:<hash>'],
  [`${tokenLine('ann', ann)}\nann:${ann}`, 'line 2: expected <name>:<hash>'],
])('a faulty line refuses to start: %s', async (text, message) => {
  await expect(openTokens(text)).rejects.toMatchObject({
    code: 'setting_invalid',
    message: expect.stringContaining(message),
  });
});
