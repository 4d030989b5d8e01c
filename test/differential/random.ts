// Makes random choices that a seed repeats.

export interface Random {
  /** From 0 to `below` - 1. */
  below(below: number): number;
  /** From `least` to `greatest`. */
  between(least: number, greatest: number): number;
  chance(share: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (least, greatest) => least + below(greatest - least + 1),
    chance: (share) => next() < share,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('nothing to pick from');
      return choice;
    },
  };
}
