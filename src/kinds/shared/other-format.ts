// Reports a file that is not what its name says, or not for us to read.
import { FaultyFile } from './faulty-file.ts';
import type { SourceFile } from './source-file.ts';

export function otherFormat(file: SourceFile, words: string): FaultyFile {
  return new FaultyFile(file, { kind: 'other-format', line: 1, ahead: '' }, words);
}
