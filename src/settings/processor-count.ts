// Counts the processors that this process may keep busy.
import { availableParallelism } from 'node:os';
import { groupLimits } from './control-group.ts';

/** At least one. Node counts those of the whole machine where a container has a share of their time, or less than one. */
export function processorCount({ processors } = groupLimits()): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(processors)));
}
