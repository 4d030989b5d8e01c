// Writes labels that are all instants as axes of time have them: no finer than it takes to tell them apart.
import { instantTexts } from './calendar.ts';
import { readTime } from './read-value.ts';

/** As they are where one is no instant, or where two would look alike. */
export function timeLabels(labels: readonly string[]): readonly string[] {
  const instants = labels.map(readTime).filter((instant) => instant !== undefined);
  const known = [...new Set(instants)];
  // Texts of instants end with the millisecond.
  const isExact = known.length === new Set(labels).size && known.every(Number.isInteger);
  if (instants.length < labels.length || !isExact) return labels;
  const texts = instantTexts(known);
  return instants.map((instant) => texts[known.indexOf(instant)] ?? '');
}
