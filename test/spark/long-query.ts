// Holds a query that runs until it is cancelled: some thousand millions of triples.
const rows = Array.from({ length: 2_000 }, (_, i) => i);

export const longFile = { 'n.csv': `n\n${rows.join('\n')}\n` };

export const longQuery =
  'SELECT count(*) FROM n.csv a, n.csv b, n.csv c WHERE (a.n * b.n + c.n) % 7 = 3 AND a.n <> c.n';
