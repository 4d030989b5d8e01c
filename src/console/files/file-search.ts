// Finds files by words: at once among those that are known, then by the service where it has others.
import { countText } from '../figures.ts';
import type { FoundFiles, KnownFiles } from './known-files.ts';

/** Milliseconds without a key before the service is asked. */
const pauseMs = 200;

export class FileSearch {
  readonly #known: KnownFiles;
  readonly #onChange: () => void;
  #words = '';
  #found: FoundFiles | undefined;
  #isAsking = false;
  /** Why the service did not search. */
  #fault: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(known: KnownFiles, onChange: () => void) {
    this.#known = known;
    this.#onChange = onChange;
  }

  /** Undefined: no words, so that all files are wanted. What the service finds comes later. */
  for(words: string): FoundFiles | undefined {
    if (words !== this.#words) this.#begin(words);
    return this.#found;
  }

  async loadMore(): Promise<void> {
    const [words, before] = [this.#words, this.#found];
    const found = await this.#known.find(words, before?.files);
    if (this.#found === before) this.#found = found;
  }

  noteOn({ files, fileCount, isCut }: FoundFiles): string {
    if (this.#isAsking) return 'Searching…';
    if (this.#fault !== undefined) return `Not all folders were searched. ${this.#fault}`;
    const all = this.#known.fileCount === null ? 'the' : shown(this.#known.fileCount);
    if (files.length === 0) return `None of ${all} files matches.`;
    if (fileCount === null) return `${isCut ? 'More than ' : ''}${countText(files.length, 'file')}`;
    return `${shown(fileCount)} of ${all} files`;
  }

  #begin(words: string): void {
    this.#words = words;
    this.#fault = undefined;
    clearTimeout(this.#timer);
    this.#isAsking = words !== '' && !this.#known.isWhole;
    this.#found = words === '' ? undefined : this.#known.matching(words);
    if (this.#isAsking) this.#timer = setTimeout(() => void this.#ask(words), pauseMs);
  }

  async #ask(words: string): Promise<void> {
    try {
      const found = await this.#known.find(words);
      if (words === this.#words) this.#found = found;
    } catch (fault) {
      if (words === this.#words) this.#fault = fault instanceof Error ? fault.message : '';
    }
    if (words !== this.#words) return;
    this.#isAsking = false;
    this.#onChange();
  }
}

const shown = (count: number) => count.toLocaleString('en');
