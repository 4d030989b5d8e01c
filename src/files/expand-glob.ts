// Finds the files behind a pattern such as logs/**/*.csv.
import { join, parse } from 'node:path';

const patternCharacters = /[*?[]/;

export function isGlob(path: string): boolean {
  return patternCharacters.test(path);
}

/**
 * Absolute paths in name order. `*` and `?` stop at a slash, `**` does not, `[a-c]` is one character;
 * names with a leading dot match only a pattern with one. `pattern` is absolute.
 */
export async function expandGlob(pattern: string, signal?: AbortSignal): Promise<string[]> {
  // Most queries name no pattern, and the library takes a while to load.
  const { escapePath, glob } = await import('tinyglobby');
  const { folder, rest } = splitPattern(pattern, escapePath);
  const names = await glob([rest], {
    cwd: folder,
    expandDirectories: false,
    braceExpansion: false,
    extglob: false,
    ...(signal && { signal }),
  });
  return names.sort((a, b) => (a < b ? -1 : 1)).map((name) => join(folder, name));
}

function splitPattern(
  pattern: string,
  escapePath: (path: string) => string,
): { folder: string; rest: string } {
  const { root } = parse(pattern);
  const parts = pattern.slice(root.length).split('/');
  const first = parts.findIndex(isGlob);
  const rest = parts.slice(first).map((part) => (isGlob(part) ? part : escapePath(part)));
  return { folder: join(root, ...parts.slice(0, first)), rest: rest.join('/') };
}
