// Finds the names that begin as a word does, in its letter case where there are some: Tab writes what they have in common.

export function matchingNames(names: readonly string[], begun: string): string[] {
  const exact = names.filter((name) => name.startsWith(begun));
  if (exact.length > 0) return exact;
  const others = names.filter((name) => name.toLowerCase().startsWith(begun.toLowerCase()));
  // What differs within the word has less in common than is typed.
  return new Set(others.map((name) => name.slice(0, begun.length))).size === 1 ? others : [];
}

/** Of words that mean the same in any letter case: in that of what is typed. */
export function matchingWords(words: readonly string[], begun: string): string[] {
  const isUpper = begun === begun.toUpperCase();
  return words
    .filter((word) => word.toLowerCase().startsWith(begun.toLowerCase()))
    .map((word) => word.slice(begun.length))
    .map((rest) => begun + (isUpper ? rest.toUpperCase() : rest.toLowerCase()));
}
