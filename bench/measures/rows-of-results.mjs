// Makes one line of the table of results from two series of times, or of other numbers, and their medians.
import { median, showMs } from '../service/numbers.mjs';

/** Ours ÷ reference, at most `goal`. Series are milliseconds unless `show` says otherwise. */
export function compare(measure, { ours, reference, goal, show = showMs }) {
  const ratio = median(ours) / median(reference);
  return {
    measure,
    ours: show(median(ours)),
    reference: show(median(reference)),
    ratio: ratio.toFixed(ratio < 1 ? 3 : 2),
    goal: goal === undefined ? '' : `≤ ${goal}`,
    isMissed: goal !== undefined && ratio > goal,
  };
}

/** Something is to be at least `goal` times something else. */
export function compareAtLeast(measure, { ours, reference, ratio, goal, show = showMs }) {
  return {
    measure,
    ours: show(ours),
    reference: show(reference),
    ratio: ratio.toFixed(2),
    goal: goal === undefined ? '' : `≥ ${goal}`,
    isMissed: goal !== undefined && ratio < goal,
  };
}

export function skipped(measure, reason) {
  return { measure, ours: '', reference: reason, ratio: '', goal: '', isMissed: false };
}
