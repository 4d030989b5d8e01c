// Makes API tokens, and writes and reads the lines of API_TOKENS_FILE, which hold their hashes only.
import { createHash, randomBytes } from 'node:crypto';

export interface KnownToken {
  readonly name: string;
  readonly hash: Buffer;
}

/** A token is 256 random bits, so that one pass of SHA-256 is enough: nobody can try them all. */
export function newToken(): string {
  return `pathql_${randomBytes(32).toString('base64url')}`;
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function tokenLine(name: string, token: string): string {
  return `${name}:${hashOf(token).toString('hex')}`;
}

export function isTokenName(name: string): boolean {
  return /^[\w.@-]{1,64}$/.test(name);
}

export const tokenNameRule = '1 to 64 letters, digits and _ . @ -';

/** The tokens of the file, or what is wrong with it. Blank lines and those that begin with # say nothing. */
export function readTokenLines(text: string): readonly KnownToken[] | string {
  const tokens: KnownToken[] = [];
  for (const [i, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', hex = ''] = /^([^:]*):([0-9a-f]{64})$/i.exec(line) ?? [];
    if (!isTokenName(name))
      return `line ${i + 1}: expected <name>:<hash> as pathql token writes it`;
    tokens.push({ name, hash: Buffer.from(hex, 'hex') });
  }
  return tokens;
}
