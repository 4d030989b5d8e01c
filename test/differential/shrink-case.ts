// Makes a case smaller as long as Pathql and the independent reader still differ in the same way.
import type { TestEngine } from '../test-engine.ts';
import { type Comparison, compareCase } from './compare-case.ts';
import type { RandomCase, RandomFile } from './random-file.ts';
import { storeFile } from './random-file.ts';

export interface Shrunk {
  readonly made: RandomCase;
  readonly comparison: Comparison;
}

let attempts = 0;

export async function shrinkCase(engine: TestEngine, seed: number, found: Shrunk): Promise<Shrunk> {
  const wanted = kindOf(found.comparison);
  let best = found;
  const until = performance.now() + 2000;
  const attempt = async (files: readonly RandomFile[], options = best.made.options) => {
    const made = { ...best.made, files: files.map((file) => renamed(file, attempts)), options };
    attempts++;
    const comparison = await compareCase(engine, seed, made);
    if (kindOf(comparison) !== wanted) return false;
    best = { made, comparison };
    return true;
  };
  for (const file of [...best.made.files]) {
    if (best.made.files.length > 1)
      await attempt(best.made.files.filter((other) => other.content !== file.content));
  }
  for (const name of Object.keys(best.made.options)) {
    const { [name as 'skip']: _, ...rest } = best.made.options;
    await attempt(best.made.files, rest);
  }
  for (let index = 0; index < best.made.files.length; index++) {
    await shrinkFile(
      () => best.made.files,
      index,
      attempt,
      () => performance.now() > until,
    );
  }
  return best;
}

/** Leaves out ever smaller parts. */
async function shrinkFile(
  files: () => readonly RandomFile[],
  index: number,
  attempt: (files: readonly RandomFile[]) => Promise<boolean>,
  isOver: () => boolean,
): Promise<void> {
  const sizeOf = () => files()[index]?.content?.length ?? 0;
  for (let size = Math.ceil(sizeOf() / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < sizeOf(); ) {
      const content = files()[index]?.content;
      if (content === undefined || isOver()) return;
      const less = Buffer.concat([content.subarray(0, at), content.subarray(at + size)]);
      const changed = files().map((file, other) =>
        other === index ? storeFile(plainName(file.name), less) : file,
      );
      if (!(await attempt(changed))) at += size;
    }
  }
}

function plainName(name: string): string {
  return name.replace(/\.(gz|zst)$/, '');
}

function renamed(file: RandomFile, attempt: number): RandomFile {
  return { ...file, name: file.name.replace(/^(c\d+)(x\d+)?/, `$1x${attempt}`) };
}

/** The same for differences with the same cause, as far as a text can tell. */
export function kindOf({ differences }: Comparison): string {
  const [, ...rest] = (differences[0] ?? '').split('\n');
  return rest
    .join('\n')
    .replace(/(CSV Error on Line).*/s, '$1')
    .replace(/read_csv\(.*/g, '')
    .replace(/but (what is wrong|to refuse) is: .*?"reason":"([^"]*)".*/s, '$2')
    .replace(/^(rows|columns|rows scanned) \d.*/s, (text, what) => {
      const types = [...text.matchAll(/"\$([A-Z ]+)[^"]*"\]$/gm)].map(([, type]) => type);
      return `${what} ${types.join(' and ')}`;
    })
    .replace(/answered .*\n/s, 'answered ')
    .replace(/'[^']*'|\d+/g, '');
}
