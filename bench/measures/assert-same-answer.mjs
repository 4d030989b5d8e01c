// Refuses to compare times of different answers.
import assert from 'node:assert/strict';

/** Every answer of this round: its rows in any order, or their number when it is large or was printed. */
export function assertSameAnswer({ reference, ...series }, { round, isLarge }) {
  const theirs = reference[round];
  const theirCount = isLarge ? Number(theirs.rows[0][0]) : theirs.rows.length;
  for (const answers of Object.values(series)) {
    const ours = answers[round];
    if (ours === undefined) continue;
    assert.equal(ours.count, theirCount, 'the answers have different numbers of rows');
    if (ours.rows === undefined) continue;
    assert.deepEqual(comparable(ours.rows), comparable(theirs.rows), 'the answers differ');
    delete ours.rows;
  }
  delete theirs.rows;
}

/** Averages may differ in their last digits. */
function comparable(rows) {
  return rows.map((row) => row.map(comparableCell).join('\0')).sort();
}

function comparableCell(cell) {
  const isNumber = cell !== null && cell !== '' && Number.isFinite(Number(cell));
  return isNumber ? Number(cell).toPrecision(9) : String(cell);
}
