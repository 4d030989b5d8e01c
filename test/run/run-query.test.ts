import { expect, test } from 'vitest';
import type { EngineResult } from '../../src/engines/engine-driver.ts';
import { PathqlError } from '../../src/errors.ts';
import { type QueryRun, runQuery } from '../../src/run/run-query.ts';
import { TableRegistry } from '../../src/run/table-registry.ts';
import {
  noRows,
  type StandInTable,
  standInConnection,
  standInDriver,
  statementOf,
} from './stand-in-driver.ts';

const changed = new PathqlError('file_changed', 'The file changed');

/** A query whose runs end as `outcomes` say, the last of them again and again. */
async function setUp(
  outcomes: readonly (Error | EngineResult)[],
  run: Partial<QueryRun<never, StandInTable>> = {},
) {
  const statement = await statementOf('SELECT * FROM users.csv');
  let runs = 0;
  const connection = standInConnection({
    openTable: async () => ({ name: 'users.csv' }),
    run: async () => {
      const outcome = outcomes[Math.min(runs++, outcomes.length - 1)];
      if (outcome instanceof Error) throw outcome;
      return outcome ?? noRows;
    },
  });
  const registry = new TableRegistry<StandInTable>(standInDriver([connection]));
  const running = runQuery({
    sql: 'SELECT * FROM users.csv',
    knownVersions: undefined,
    statement,
    connection,
    registry,
    output: { kind: 'stored', layout: 'csv' },
    signal: new AbortController().signal,
    workingFolderOnly: false,
    onProgress: undefined,
    canStartOver: () => true,
    ...run,
  });
  const outcome = await running.then(({ result }) => result).catch((error: unknown) => error);
  return { outcome, runs };
}

test('a file that changed is read again', async () => {
  expect(await setUp([changed, changed, noRows])).toEqual({
    outcome: noRows,
    runs: 3,
  });
});

test('a file that changes all the time is given up', async () => {
  expect(await setUp([changed])).toEqual({ outcome: changed, runs: 8 });
});

test('what has been sent is not taken back', async () => {
  const canStartOver = () => false;
  expect(await setUp([changed], { canStartOver })).toMatchObject({ outcome: changed, runs: 1 });
});

test('any other fault is told at once', async () => {
  const fault = new PathqlError('out_of_memory', 'Too much');
  expect(await setUp([fault, noRows])).toMatchObject({ outcome: fault, runs: 1 });
});

test('who is stopped learns why, whatever else went wrong', async () => {
  const stopped = new PathqlError('timed_out', 'Too long');
  const signal = AbortSignal.abort(stopped);
  expect(await setUp([changed, noRows], { signal })).toMatchObject({ outcome: stopped, runs: 1 });
});
