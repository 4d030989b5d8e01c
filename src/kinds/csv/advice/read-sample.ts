// Reads the first part of a file, on which readings are tried.
import type { Fault } from '../../shared/faulty-file.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import { readFirstBytes } from '../header/file-head.ts';
import { type GivenOptions, readGivenOptions } from '../read-options.ts';
import type { Sample } from './try-reading.ts';

const sampleBytes = 1 << 17;
const noFault: Fault = { kind: 'value', line: 1, ahead: '' };

export interface Sampled {
  readonly file: SourceFile;
  /** Where the file could not be read; undefined: it was not tried. */
  readonly fault?: Fault;
}

export async function readSample(
  { file, fault = noFault }: Sampled,
  given: GivenOptions,
  signal: AbortSignal | undefined,
  maxBytes = sampleBytes,
): Promise<Sample> {
  const { compression } = readGivenOptions(given);
  const first = await readFirstBytes({ file, maxBytes, compression, signal });
  return { file, first, fault };
}
