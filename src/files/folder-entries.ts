// Reads the entries of folders one by one, lets other work have its turn, and stops when told to.
import { type Dir, type Dirent, opendirSync, readdirSync, statSync } from 'node:fs';
import { pauseForDiskTurn, ThreadTurn } from '../concurrency/thread-turns.ts';
import { PathqlError } from '../errors.ts';

const entriesAtOnce = 512;

/** Of what a folder itself takes on disk: some ten thousand names on most file systems, read in milliseconds. */
const smallFolderBytes = 1 << 19;

/**
 * One by one: a folder of millions is left as soon as the caller has enough. Empty for one that cannot be read;
 * `onDenied` is called where this process may not read it.
 */
export function* entriesOf(folder: string, onDenied: () => void): Generator<Dirent> {
  let entries: Dir;
  try {
    if (statSync(folder).size <= smallFolderBytes) {
      yield* readdirSync(folder, { withFileTypes: true });
      return;
    }
    entries = opendirSync(folder, { bufferSize: entriesAtOnce });
  } catch (error) {
    if (isDenied(error)) onDenied();
    return;
  }
  try {
    for (let entry = next(entries); entry !== null; entry = next(entries)) yield entry;
  } finally {
    entries.closeSync();
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(`${error.code}`);
}

/** Null also when the folder can be opened and not read, or is gone meanwhile. */
function next(entries: Dir): Dirent | null {
  try {
    return entries.readSync();
  } catch {
    return null;
  }
}

const looksBetweenClocks = 50;

/** Counts what a crawl looks at, and lets others have their turns. */
export class CrawlThrottle {
  seen = 0;
  readonly #signal: AbortSignal | undefined;
  readonly #turn = new ThreadTurn(pauseForDiskTurn);

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether `pause` is to be awaited before the next look. */
  count(): boolean {
    this.seen += 1;
    if (this.#signal?.aborted) return true;
    return this.seen % looksBetweenClocks === 0 && this.#turn.isOver;
  }

  /** Rejects once the signal is aborted, with its reason. */
  async pause(): Promise<void> {
    await this.#turn.giveWay();
    if (this.#signal?.aborted) throw reasonOf(this.#signal);
  }
}

function reasonOf({ reason }: AbortSignal): PathqlError {
  if (reason instanceof PathqlError) return reason;
  return new PathqlError('cancelled', 'The look at the files was cancelled');
}
