// Runs pathql token NAME: makes a token, and the line of API_TOKENS_FILE that lets its holder ask.
import { PathqlError } from '../../errors.ts';
import type { Command } from '../command.ts';

export const tokenCommand: Command = {
  summary: 'Make a token for a service with API_TOKENS_FILE.',
  usage: ['pathql token NAME'],
  options: [],
  examples: ['pathql token ann >> tokens'],
  run: async ({ rest }, { io }) => {
    const { isTokenName, newToken, tokenLine, tokenNameRule } = await import(
      '../../http/access/token-line.ts'
    );
    const [name = '', extra] = rest;
    if (!isTokenName(name) || extra !== undefined) {
      const message = `pathql token takes one name, ${tokenNameRule}, got '${rest.join(' ')}'`;
      throw new PathqlError('usage_invalid', message);
    }
    const token = newToken();
    io.stdout.write(`${tokenLine(name, token)}\n`);
    io.stderr.write(`The token of ${name}, shown only now: ${token}\n`);
    return 0;
  },
};
