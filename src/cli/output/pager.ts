// Sends output longer than the screen through the user's pager, and what fits straight to the screen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../../settings/read-settings.ts';
import { streamOutput, type TextOutput } from './text-output.ts';

export interface Screen {
  readonly output: TextOutput;
  /** Lines. */
  readonly height: number;
  readonly env: Environment;
  /** Called before the pager takes the screen: nobody else writes there from then on. */
  readonly beforePager?: () => void;
}

/** -R lets colours through, -S keeps long lines in one, -F and -X leave what fits on the screen. */
const defaultPager = 'less -RSFX';

export function pagedOutput(screen: Screen): TextOutput {
  const { output, height, env, beforePager = () => {} } = screen;
  const command = env.PAGER ?? defaultPager;
  if (command.trim() === '' || command.trim() === 'cat') return output;
  let held = '';
  let behind: TextOutput | null = null;
  let pager: Pager | null = null;
  let react = () => {};
  const open = async () => {
    beforePager();
    pager = await startPager(command, env);
    behind = pager?.output ?? output;
    behind.onFault(react);
    const text = held;
    held = '';
    await behind.write(text);
  };
  return {
    write: async (part) => {
      if (behind !== null) return behind.write(part);
      held += typeof part === 'string' ? part : Buffer.from(part).toString();
      if (lineCount(held) >= height) await open();
    },
    end: async () => {
      if (behind === null && held !== '') await output.write(held);
      await pager?.end();
      await output.end();
    },
    abandon: async () => {
      await pager?.end();
      await output.abandon();
    },
    onFault: (callback) => {
      react = callback;
      output.onFault(callback);
    },
    fault: () => behind?.fault() ?? output.fault(),
  };
}

interface Pager {
  readonly output: TextOutput;
  end(): Promise<void>;
}

/** Null when there is no such program. */
async function startPager(command: string, env: Environment): Promise<Pager | null> {
  const [program = '', ...args] = command.trim().split(/\s+/);
  const child = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'], env });
  const ended = once(child, 'close').catch(() => undefined);
  try {
    await once(child, 'spawn');
  } catch {
    return null;
  }
  return {
    output: streamOutput(child.stdin),
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}
