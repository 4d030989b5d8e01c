// Writes standard input to a file: a query may read it more than once, and its types are inferred before.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes `input` to a file in `folder` when first asked, and gives its path. */
export function spooledOnce(
  input: AsyncIterable<Uint8Array> | undefined,
  folder: string,
): (() => Promise<string>) | undefined {
  if (input === undefined) return undefined;
  let spooled: Promise<string> | undefined;
  return () => {
    spooled ??= spool(input, folder);
    return spooled;
  };
}

async function spool(input: AsyncIterable<Uint8Array>, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'standard-input.csv');
  await pipeline(Readable.from(input), createWriteStream(path, { mode: 0o600 }));
  return path;
}
