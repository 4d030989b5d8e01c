// Says in a few words how a CSV file is written.
import { delimiterNames } from '../../formats/delimiter-names.ts';

export interface WrittenDialect {
  readonly delimiter: string;
  readonly encoding: string;
  readonly compression: string;
}

export function dialectFacts({ delimiter, encoding, compression }: WrittenDialect): string[] {
  const facts = [`delimiter ${delimiterNames[delimiter] ?? delimiter}`, encoding];
  return compression === 'none' ? facts : [...facts, compression];
}
