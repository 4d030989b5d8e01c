// What a load test holds itself to: a goal missed is said, a limit passed fails the test.
import { percentile, showMs } from '../service/numbers.mjs';

/** Limits are wide enough for a busy machine. */
const health = { goalMs: 100, limitMs: 250 };

/** `isTolerable` says that a goal which is not met still does not fail the test. */
export function check(text, isMet, isTolerable = isMet) {
  return { text, verdict: isMet ? 'ok' : isTolerable ? 'missed' : 'FAILED' };
}

export function healthCheck({ times, failures }) {
  const p99 = percentile(times, 0.99);
  return check(
    `health p99 ${showMs(p99)}, at most ${showMs(percentile(times, 1))}, ${failures} failures of ${times.length}`,
    p99 < health.goalMs && failures === 0,
    p99 < health.limitMs && failures === 0,
  );
}

/** Prints the checks and the first faults, and says whether the test passed. */
export function printChecks(checks, faults) {
  console.log('');
  for (const { text, verdict } of checks) console.log(`${verdict.padEnd(7)} ${text}`);
  for (const fault of faults.slice(0, 20)) console.log(`\n${fault}`);
  return checks.every(({ verdict }) => verdict !== 'FAILED');
}
