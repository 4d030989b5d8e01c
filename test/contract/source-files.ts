// Reads the sources of the program: their texts, and what they import.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const source = join(import.meta.dirname, '../../src');

/** Paths below src/. */
export const sourceFiles: readonly string[] = readdirSync(source, {
  recursive: true,
  encoding: 'utf8',
})
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(ts|css)$/.test(file));

export function textOf(file: string): string {
  return readFileSync(join(source, file), 'utf8');
}

/** The text without its comments, line by line. */
export function codeOf(file: string): string {
  return textOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
}

export interface Import {
  readonly file: string;
  /** A path below src/, or the name of a package. */
  readonly target: string;
  readonly isOwn: boolean;
}

/** Type-only imports are imports too. */
export const imports: readonly Import[] = sourceFiles
  .filter((file) => file.endsWith('.ts'))
  .flatMap(importsOf);

function importsOf(file: string): Import[] {
  const pattern =
    /(?:^|\n)(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|\nimport\s+'([^']+)'/g;
  return [...textOf(file).matchAll(pattern)].map(([, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare ?? '';
    const isOwn = target.startsWith('.');
    return { file, target: isOwn ? posix.join(posix.dirname(file), target) : target, isOwn };
  });
}
