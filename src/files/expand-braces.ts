// Expands {a,b} in a path into the paths it stands for, as shells do.
import { PathqlError } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';

/** In the order they are written; the path itself where it has no braces with a comma inside. */
export function expandBraces(path: string): string[] {
  let paths = [path];
  for (;;) {
    const next = paths.flatMap(expandFirst);
    if (next.length === paths.length) return paths;
    if (next.length > limits.filesOfTable.most) {
      const most = shownNumber(limits.filesOfTable.most);
      const message = `The braces of the path stand for more than ${most} paths`;
      throw new PathqlError('file_not_allowed', message);
    }
    paths = next;
  }
}

/** Of the innermost braces that come first. */
function expandFirst(path: string): string[] {
  const [braces = '', inner = ''] = /\{([^{}]*,[^{}]*)\}/.exec(path) ?? [];
  if (braces === '') return [path];
  const start = path.indexOf(braces);
  const [before, after] = [path.slice(0, start), path.slice(start + braces.length)];
  return inner.split(',').map((part) => before + part + after);
}
