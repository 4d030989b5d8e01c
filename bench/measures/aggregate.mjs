// Measures one aggregate over a large file: new to the service, asked again, and read by DuckDB in process.
import { startReference } from '../references/run-reference.mjs';
import { query } from '../service/http-client.mjs';
import { assertSameGroups } from './assert-same-groups.mjs';
import { makeNewVersion } from './new-version.mjs';
import { compare } from './rows-of-results.mjs';
import { untilLoaded } from './until-loaded.mjs';
import { withService } from './with-service.mjs';

export const aggregateColumns = 'city, COUNT(*), AVG(age)';

export async function measureAggregate({ data, rounds }) {
  return compareAggregates(
    { data, rounds, file: data.orders, select: aggregateColumns, group: 'city' },
    [
      { title: 'first aggregate on a new large file', run: 'first', goal: 1.3 },
      { title: 'second run, right after it', run: 'second' },
      { title: 'run from the cache', run: 'cached', goal: 0.08 },
    ],
  );
}

export async function measureQuotedAggregate({ data, rounds }) {
  const question = { file: data.quoted, select: aggregateColumns, group: 'city' };
  return compareAggregates({ data, rounds, ...question }, [
    { title: 'first aggregate on a new large file with quoted fields', run: 'first' },
    { title: 'run from the cache', run: 'cached' },
  ]);
}

export async function measureWideAggregate({ data, rounds }) {
  const select = 'c3, COUNT(*), AVG(c1), AVG(c9), AVG(c57)';
  return compareAggregates({ data, rounds, file: data.wide, select, group: 'c3' }, [
    { title: 'first aggregate on a new file of 110 columns', run: 'first' },
    { title: 'run from the cache', run: 'cached' },
  ]);
}

async function compareAggregates({ data, rounds, file, select, group }, results) {
  const sql = `SELECT ${select} FROM '${file}' GROUP BY ${group}`;
  const times = await withService(data, async (service) => {
    const reference = await startReference('duckdb');
    try {
      await warmUp(service, reference, data);
      return await takeTurns(rounds, { service, reference, sql, file });
    } finally {
      await reference.stop();
    }
  });
  return results.map(({ title, run, goal }) =>
    compare(`${title} ÷ DuckDB in process`, { ours: times[run], reference: times.reference, goal }),
  );
}

async function warmUp(service, reference, { people }) {
  const sql = `SELECT COUNT(*) FROM '${people}'`;
  await query(service.url, sql);
  await reference.run(sql);
}

async function takeTurns(rounds, { service, reference, sql, file }) {
  const times = { first: [], second: [], cached: [], reference: [] };
  for (let round = 0; round < rounds; round++) {
    await makeNewVersion(file);
    const theirs = await reference.run(sql);
    times.reference.push(theirs.ms);
    for (const run of ['first', 'second', 'cached']) {
      if (run === 'cached') await untilLoaded(service, round + 1);
      const ours = await query(service.url, sql);
      assertSameGroups(ours.body.rows, theirs.rows);
      times[run].push(ours.ms);
    }
  }
  return times;
}
