// Remembers the keys of objects that are inside of each other, to find one that comes twice.

/** Of so few keys a list is searched as quickly as a set. */
const fewKeys = 16;

export class SeenKeys {
  /** Of all open objects, one behind the other. */
  #keys: string[] = [];
  #start = 0;
  #many: Set<string> | null = null;
  readonly #outer: (Set<string> | null)[] = [];

  /** Gives what `close` is to be told. */
  open(): number {
    const outer = this.#start;
    this.#outer.push(this.#many);
    this.#start = this.#keys.length;
    this.#many = null;
    return outer;
  }

  /** False where the innermost object has the key already. */
  add(key: string): boolean {
    const count = this.#keys.length - this.#start;
    if (count >= fewKeys) {
      this.#many ??= new Set(this.#keys.slice(this.#start));
      if (this.#many.has(key)) return false;
      this.#many.add(key);
    } else if (this.#keys.indexOf(key, this.#start) !== -1) return false;
    this.#keys.push(key);
    return true;
  }

  close(outer: number): void {
    this.#keys.length = this.#start;
    this.#start = outer;
    this.#many = this.#outer.pop() ?? null;
  }

  /** Objects that were left in their middle are forgotten. */
  reset(): void {
    if (this.#outer.length === 0) return;
    this.#keys = [];
    this.#start = 0;
    this.#many = null;
    this.#outer.length = 0;
  }
}
