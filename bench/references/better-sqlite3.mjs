// Answers as a peer: better-sqlite3 over a table in memory that csv-parse fills.
import { createReadStream } from 'node:fs';
import { reportAnswer } from './report-answer.mjs';

await reportAnswer(async (file) => {
  const { default: Database } = await import('better-sqlite3');
  const { parse } = await import('csv-parse');
  return async () => {
    const database = new Database(':memory:');
    await load(database, createReadStream(file).pipe(parse({ from_line: 2 })));
    return database
      .prepare('SELECT city, COUNT(*), AVG(amount) FROM orders GROUP BY city')
      .raw()
      .all();
  };
});

async function load(database, records) {
  database.exec(
    'CREATE TABLE orders (id INTEGER, customer INTEGER, city TEXT, age INTEGER, amount REAL, day TEXT, note TEXT)',
  );
  const insert = database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.exec('BEGIN');
  for await (const record of records) insert.run(record);
  database.exec('COMMIT');
}
