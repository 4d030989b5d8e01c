// Answers as a peer: alasql reads the file.
import { reportAnswer } from './report-answer.mjs';

await reportAnswer(async (file) => {
  const { default: alasql } = await import('alasql');
  return async () => {
    const rows = await alasql.promise(
      'SELECT city, COUNT(*) AS orders, AVG(amount) AS average FROM CSV(?, {headers: true}) GROUP BY city',
      [file],
    );
    return rows.map(({ city, orders, average }) => [city, orders, average]);
  };
});
