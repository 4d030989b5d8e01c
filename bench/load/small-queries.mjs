// Makes queries with one small answer each, which carries the number of its request and is known beforehand.

/** Each gives `sql` and `isRight(body, startedAt, endedAt)`. */
export const smallQueries = {
  replaced(files, nonce) {
    const file = files.replaced[nonce % files.replaced.length];
    return {
      sql: `SELECT ${nonce} AS nonce, version, COUNT(*), SUM(value) FROM ${file.name} GROUP BY version`,
      isRight: ({ rows }, startedAt, endedAt) =>
        rows.length === 1 &&
        file.history
          .during(startedAt, endedAt)
          .some(({ version, rows: count }) =>
            isSame(rows[0], [nonce, version, count, count * (count - 1)]),
          ),
    };
  },

  joined(files, nonce) {
    const [a, b] = [files.replaced[0], files.replaced[1 + (nonce % 3)]];
    return {
      sql: `SELECT ${nonce} AS nonce, a.version, b.version, COUNT(*) FROM ${a.name} AS a JOIN ${b.name} AS b ON a.id = b.id GROUP BY a.version, b.version`,
      isRight: ({ rows }, startedAt, endedAt) =>
        rows.length === 1 &&
        a.history
          .during(startedAt, endedAt)
          .some((left) =>
            b.history
              .during(startedAt, endedAt)
              .some((right) =>
                isSame(rows[0], [
                  nonce,
                  left.version,
                  right.version,
                  Math.min(left.rows, right.rows),
                ]),
              ),
          ),
    };
  },

  pattern(files, nonce) {
    return {
      sql: `SELECT ${nonce} AS nonce, version, COUNT(*) FROM replaced-*.csv GROUP BY version ORDER BY version`,
      isRight: ({ rows }, startedAt, endedAt) =>
        rows.length === files.replaced.length &&
        files.replaced.every(({ history }) =>
          history
            .during(startedAt, endedAt)
            .some(({ version, rows: count }) =>
              rows.some((row) => isSame(row, [nonce, version, count])),
            ),
        ),
    };
  },

  appended({ appended }, nonce) {
    return {
      sql: `SELECT ${nonce} AS nonce, COUNT(*), SUM(number7 - 1000000), COUNT(letters) FROM ${appended.name}`,
      isRight({ rows: [row] }, startedAt, endedAt) {
        const counts = appended.history.during(startedAt, endedAt).map(({ rows }) => rows);
        const count = row[1];
        // Between two versions, the lines of one append may appear one by one.
        const isKnown = count >= Math.min(...counts) && count <= Math.max(...counts);
        return isKnown && isSame(row, [nonce, count, (count * (count + 1)) / 2, count]);
      },
    };
  },

  rewritten({ rewritten }, nonce) {
    return {
      sql: `SELECT ${nonce} AS nonce, MAX(version), COUNT(*) FROM ${rewritten.name}`,
      isRight: ({ rows: [row] }, startedAt, endedAt) =>
        rewritten.history
          .during(startedAt, endedAt)
          .some(({ version }) => isSame(row, [nonce, version, 51])),
    };
  },
};

function isSame(row, expected) {
  return row.length === expected.length && row.every((value, at) => value === expected[at]);
}
