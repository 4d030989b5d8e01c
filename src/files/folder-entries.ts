// Reads the entries of folders one by one, lets other work have its turn, and stops when told to.
import { type Dir, type Dirent, opendirSync, readdirSync, statSync } from 'node:fs';
import { pauseForDiskTurn, ThreadTurn } from '../concurrency/thread-turns.ts';
import { PathqlError } from '../errors.ts';
import { isMissing } from './not-readable.ts';

const entriesAtOnce = 512;

/** Of what a folder itself takes on disk: some ten thousand names on most file systems, read in milliseconds. */
const smallFolderBytes = 1 << 19;

/** Is given the error of the file system for a folder that is there and cannot be read. */
type OnUnreadable = (error: unknown) => void;

/** One by one: a folder of millions is left as soon as the caller has enough. Empty for one that is not there. */
export function* entriesOf(folder: string, onUnreadable: OnUnreadable): Generator<Dirent> {
  let entries: Dir;
  try {
    if (statSync(folder).size <= smallFolderBytes) {
      yield* readdirSync(folder, { withFileTypes: true });
      return;
    }
    entries = opendirSync(folder, { bufferSize: entriesAtOnce });
  } catch (error) {
    if (!isMissing(error)) onUnreadable(error);
    return;
  }
  try {
    for (let entry = next(entries, onUnreadable); entry; entry = next(entries, onUnreadable)) {
      yield entry;
    }
  } finally {
    entries.closeSync();
  }
}

function next(entries: Dir, onUnreadable: OnUnreadable): Dirent | null {
  try {
    return entries.readSync();
  } catch (error) {
    if (!isMissing(error)) onUnreadable(error);
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
