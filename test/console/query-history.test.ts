// Of the steps that sorting and filtering take, the history has the last one, and the query that they began with.
import { expect, test } from 'vitest';
import { QueryHistory } from '../../src/console/history/query-history.ts';

test('steps in the grid replace each other', () => {
  const history = new QueryHistory(undefined);
  const queries = () => history.queries.map(({ sql }) => sql);
  const ask = (sql: string, changedFrom?: string) => history.add({ sql, askedAt: 1, changedFrom });
  ask('written');
  ask('sorted', 'written');
  ask('sorted, filtered', 'sorted');
  expect(queries()).toEqual(['sorted, filtered', 'written']);
  ask('another');
  ask('sorted again', 'sorted, filtered');
  expect(queries()).toEqual(['sorted again', 'another', 'written']);
  ask('written', 'sorted again');
  ask('filtered', 'written');
  expect(queries()).toEqual(['filtered', 'written', 'another']);
});
