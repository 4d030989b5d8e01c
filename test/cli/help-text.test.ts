// The help of all commands, of the shell and the manual page fit a terminal of 80 columns.
import { describe, expect, test } from 'vitest';
import { commandNames } from '../../src/cli/command.ts';
import { commands, helpFor } from '../../src/cli/run-command.ts';
import { dotCommands } from '../../src/cli/shell/dot-commands.ts';
import type { ShellSession } from '../../src/cli/shell/shell-session.ts';

function longLines(text: string): string[] {
  return text.split('\n').filter((line) => [...line].length > 80);
}

describe('no line is longer than 80 columns', () => {
  test.each([undefined, ...commandNames])('of pathql help %s', (name) => {
    expect(longLines(helpFor(name))).toEqual([]);
  });

  test('of .help', async () => {
    const text = await dotCommands['.help']?.run('', {} as ShellSession);
    expect(text).toContain('.schema PATH');
    expect(longLines(text ?? '')).toEqual([]);
  });

  test('of an example in the manual page, which stands four columns in', () => {
    const examples = Object.values(commands).flatMap((command) => command.examples);
    expect(examples.filter((line) => line.length > 76)).toEqual([]);
  });
});

test('an option with a long name has its help on the lines below', () => {
  expect(helpFor('query')).toContain(
    '  --timestamp-format:<format>\n                          The same for time stamps',
  );
});
