// Refuses to compare times of different answers.
import assert from 'node:assert/strict';

/** Rows of a GROUP BY, in any order; averages may differ in the last digits. */
export function assertSameGroups(ours, theirs) {
  assert.deepEqual(comparable(ours), comparable(theirs), 'the answers differ');
}

function comparable(rows) {
  return rows
    .map(([group, ...numbers]) => [group, ...numbers.map((value) => Number(value).toFixed(6))])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
