// Answers as a peer: nodejs-polars scans the file and answers by its SQL.
import { reportAnswer } from './report-answer.mjs';

await reportAnswer(async (file) => {
  const { default: polars } = await import('nodejs-polars');
  return async () => {
    const context = polars.SQLContext({ orders: polars.scanCSV(file) });
    const frame = context.execute(
      'SELECT city, COUNT(*) AS orders, AVG(amount) AS average FROM orders GROUP BY city',
      { eager: true },
    );
    return frame.rows();
  };
});
