// Searches the cheapest change of options under which a sample of a file can be read, from fault to fault.
import { setImmediate } from 'node:timers/promises';
import { PathqlError } from '../../../errors.ts';
import { type Fault, type FaultKind, FaultyFile } from '../../shared/faulty-file.ts';
import type { GivenOptions } from '../read-options.ts';
import { type Changes, type Remedy, remedies } from './remedies.ts';
import { isRule } from './rule-lines.ts';
import { faultOfTitle } from './title-fault.ts';
import { type Candidate, isTrustworthy } from './trustworthy.ts';
import { isBeyondFirst, type Sample, type Trial, tryOnSample, tryOrNull } from './try-reading.ts';

export interface FoundReading extends Candidate {
  readonly given: GivenOptions;
  /** Delimiters of which nothing told which it is. */
  readonly rivals: readonly string[];
}

interface Step {
  readonly changes: Changes;
  readonly cost: number;
  /** That the changes are for. */
  readonly fault: Fault;
  readonly rivals: readonly string[];
}

const maxTrials = 500;
/** Of all trials together, some two seconds: whoever made the mistake waits. Not by the clock, so that the same file gets the same advice. */
const maxTriedBytes = 32_000_000;
const maxChanges = 4;

/** Null: none was found. Of readings that leave records out, the one that leaves out fewest. */
export async function findReading(
  sample: Sample,
  given: GivenOptions,
  signal: AbortSignal | undefined,
): Promise<FoundReading | null> {
  const delimiter = tryOrNull(sample, given)?.reading.dialect.delimiter ?? null;
  const search: Search = { sample, given, delimiter };
  const open = stepsFrom({ changes: {}, cost: 0, fault: sample.fault, rivals: [] }, search);
  // Of one column with a given type commas may be those of its numbers.
  const isTable = sample.fault.kind !== 'value';
  const seen = new Set<string>();
  const most = Math.min(maxTrials, maxTriedBytes / bytesOf(sample));
  let best: FoundReading | null = null;
  while (open.length > 0 && seen.size < most) {
    const step = takeCheapest(open);
    const key = JSON.stringify(Object.entries(step.changes).sort());
    if (seen.has(key)) continue;
    seen.add(key);
    await setImmediate();
    signal?.throwIfAborted();
    const changed = withChanges(given, step.changes);
    const outcome = outcomeOf(sample, changed);
    if (outcome === null) continue;
    const fault = 'kind' in outcome ? outcome : isTable ? faultOfTitle(outcome) : null;
    if (fault !== null) {
      if (leadsOn(fault, step.fault)) open.push(...stepsFrom({ ...step, fault }, search));
    } else if (!('kind' in outcome) && isTrustworthy({ changes: step.changes, trial: outcome })) {
      const { changes, rivals } = step;
      const found = { changes, trial: outcome, given: changed, rivals };
      if (outcome.leftOut.records === 0) return found;
      if (best === null || losesLess(outcome, best.trial)) best = found;
    }
  }
  return best;
}

function bytesOf(sample: Sample): number {
  const { first, fault } = sample;
  const isBeyond = isBeyondFirst(first.bytes.toString('latin1'), sample);
  return Math.max(1, first.bytes.length + (isBeyond ? fault.ahead.length : 0));
}

function losesLess(one: Trial, other: Trial): boolean {
  return one.leftOut.records < other.leftOut.records;
}

/** The change did something: the next fault comes later, or is another one where the first was not of one line. */
function leadsOn(next: Fault, last: Fault): boolean {
  if (next.line > last.line || (isRule(next) && !isRule(last))) return true;
  if (next.kind === 'unclear-delimiter') return true;
  const isOtherValue = next.kind === 'value' && next.line === last.line;
  if (isOtherValue && last.kind === 'value') return next.column !== last.column;
  return next.kind !== last.kind && ofMoreThanALine.has(last.kind);
}

const ofMoreThanALine: ReadonlySet<FaultKind> = new Set([
  'not-text',
  'nul',
  'empty-first-line',
  'unclear-delimiter',
  'mixed-line-ends',
  'open-quote',
  'text-after-quote',
  'stray-escape',
  'record-too-long',
]);

function takeCheapest(open: Step[]): Step {
  const least = open.reduce(
    (best, { cost }, at) => (cost < (open[best]?.cost ?? 0) ? at : best),
    0,
  );
  return open.splice(least, 1)[0] as Step;
}

function outcomeOf(sample: Sample, given: GivenOptions): Trial | Fault | null {
  try {
    return tryOnSample(sample, given);
  } catch (error) {
    if (error instanceof FaultyFile) return error.fault;
    if (error instanceof PathqlError) return null;
    throw error;
  }
}

interface Search {
  readonly sample: Sample;
  readonly given: GivenOptions;
  /** That the sample is read by as given; null: its fault stands in the sample. */
  readonly delimiter: string | null;
}

function stepsFrom(
  { changes, cost, fault, rivals }: Step,
  { sample, given, delimiter }: Search,
): Step[] {
  if (Object.keys(changes).length >= maxChanges) return [];
  const skip = Number(given.get('skip')?.value ?? 0);
  const encoding = changes.encoding ?? given.get('encoding')?.value;
  const text = sample.first.bytes.toString(
    String(encoding).startsWith('utf-16') ? 'utf16le' : 'latin1',
  );
  const situation = { fault, sample, text, delimiter, skip };
  const isFree = (name: string, { alias = name, replaces }: Remedy) =>
    !(name in changes) && (replaces === true || !(given.has(name) || given.has(alias)));
  return remedies
    .filter(({ helps }) => helps.includes(fault.kind))
    .flatMap((remedy) =>
      remedy
        .changes(situation)
        .filter((added) => Object.keys(added).every((name) => isFree(name, remedy)))
        .map((added, at) => ({
          fault,
          rivals: fault.rivals ?? rivals,
          changes: { ...changes, ...added },
          // Of two ways that lead on, the one that reads further goes first.
          cost: cost + remedy.cost + at / 100 - Math.min(2, Math.log10(fault.line) / 4),
        })),
    );
}

export function withChanges(given: GivenOptions, changes: Changes): GivenOptions {
  const added = Object.entries(changes).map(([name, value]) => [name, { value }] as const);
  return new Map([...given, ...added]);
}
