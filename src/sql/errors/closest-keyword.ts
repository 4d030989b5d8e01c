// Finds the keyword that a misspelt word was meant to be.
import { editDistance } from '../../text/nearest-names.ts';

/** The one keyword within reach of `word`, or null when none is, or the word is one already. */
export function closestKeyword(word: string, keywords: readonly string[]): string | null {
  const wanted = word.toUpperCase();
  const limit = wanted.length <= 3 ? 1 : 2;
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const keyword of keywords) {
    if (Math.abs(keyword.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, keyword);
    if (distance === 0) return null;
    if (distance < bestDistance && distance < keyword.length - 1) {
      best = keyword;
      bestDistance = distance;
    }
  }
  return best;
}
