// Prints the tables of the load test, and decides whether it passed.
import { percentile, showMegabytes, showMs } from '../service/numbers.mjs';
import { check, healthCheck, printChecks } from './checks.mjs';

/** Limits are wide enough for a busy machine. */
const handles = { goalShare: 0.1, limitMore: 24 };
const memory = { goalShare: 0.1, limitMoreBytes: 400e6 };
const changedLimitShare = 0.05;

/** Prints everything and says whether the test passed. */
export function report({ warmUp, phases, ...figures }) {
  const tallies = [warmUp, ...phases.map(({ tally }) => tally)];
  for (const phase of phases) printPhase(phase);
  const checks = [...answerChecks(tallies), ...figureChecks(figures)];
  return printChecks(
    checks,
    tallies.flatMap((tally) => tally.faults),
  );
}

function printPhase({ clients, seconds, tally }) {
  const count = Object.values(tally.byKind).reduce((sum, { times }) => sum + times.length, 0);
  console.log(
    `\n${clients} clients: ${(count / seconds).toFixed(0)} requests/s for ${seconds.toFixed(0)} s`,
  );
  const head = ['kind', 'answers', 'p50', 'p99', 'changed', 'wrong', 'lost'];
  const lines = Object.entries(tally.byKind).map(([kind, { times, changed, wrong, lost }]) => {
    const spread =
      times.length === 0 ? ['', ''] : [0.5, 0.99].map((share) => showMs(percentile(times, share)));
    return [kind, times.length, ...spread, changed, wrong, lost];
  });
  for (const [kind, ...cells] of [head, ...lines]) {
    console.log(kind.padEnd(22) + cells.map((cell) => String(cell).padStart(9)).join(''));
  }
}

function answerChecks(tallies) {
  const sums = { answers: 0, changed: 0, wrong: 0, lost: 0 };
  for (const counts of tallies.flatMap(({ byKind }) => Object.values(byKind))) {
    sums.answers += counts.times.length;
    for (const what of ['changed', 'wrong', 'lost']) sums[what] += counts[what];
  }
  const { answers, changed, wrong, lost } = sums;
  return [
    check(
      `${wrong} wrong and ${lost} lost of ${answers} answers`,
      wrong + lost === 0 && answers > 0,
    ),
    check(
      `${changed} times a file changed while it was read`,
      changed <= answers * changedLimitShare,
    ),
  ];
}

function figureChecks({ health, before, after, exitCode, leftovers }) {
  const more = after.handles - before.handles;
  const grown = after.memory - before.memory;
  return [
    healthCheck(health),
    ...(before.memory === undefined ? [] : resourceChecks({ before, after, more, grown })),
    check(`exit code ${exitCode} after SIGTERM`, exitCode === 0),
    check(
      `${leftovers.length} temporary files left ${leftovers.slice(0, 5).join(' ')}`,
      leftovers.length === 0,
    ),
  ];
}

function resourceChecks({ before, after, more, grown }) {
  return [
    check(
      `open handles ${before.handles} after warm-up, ${after.handles} at the end`,
      more <= before.handles * handles.goalShare,
      more <= handles.limitMore,
    ),
    check(
      `memory ${showMegabytes(before.memory)} after warm-up, ${showMegabytes(after.memory)} at the end`,
      grown <= before.memory * memory.goalShare,
      grown <= memory.limitMoreBytes,
    ),
  ];
}
