import { expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newApp, post } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

async function page(app: ReturnType<typeof newApp>['app']): Promise<string> {
  return (await app.inject('/metrics')).body;
}

test('requests are counted by route pattern and status, never by raw URL', async () => {
  const { app } = newApp();
  await app.inject('/api/v1/health?x=1');
  await app.inject('/made-up/1');
  await app.inject('/made-up/2');
  const text = await page(app);
  expect(text).toContain(
    'pathql_http_requests_total{method="GET",route="/api/v1/health",status="200"} 1',
  );
  expect(text).toContain('pathql_http_requests_total{method="GET",route="unknown",status="404"} 2');
  expect(text).not.toContain('made-up');
});

test('queries are counted and timed by outcome, rows are summed', async () => {
  const engine = new StandInEngine(({ sql, onStart }) => {
    onStart?.();
    return sql === 'bad' ? Promise.reject(new PathqlError('sql_syntax', 'no')) : {};
  });
  const { app } = newApp(engine);
  await post(app, '{"sql":"good"}');
  await post(app, '{"sql":"good"}');
  await post(app, '{"sql":"bad"}');
  const text = await page(app);
  expect(text).toContain('pathql_queries_total{outcome="ok"} 2');
  expect(text).toContain('pathql_queries_total{outcome="sql_syntax"} 1');
  expect(text).toContain('pathql_query_duration_seconds_count{outcome="ok"} 2');
  expect(text).toContain('pathql_query_duration_seconds_count{outcome="sql_syntax"} 1');
  expect(text).toContain('pathql_query_wait_seconds_count 3');
  expect(text).toContain('pathql_rows_scanned_total 6');
  expect(text).toContain('pathql_rows_returned_total 2');
});

test.each([
  'pathql_queries_running 2',
  'pathql_queries_waiting 3',
  'pathql_cache_hits_total 4',
  'pathql_cache_loads_total 5',
  'pathql_cache_loads_stopped_total 16',
  'pathql_cluster_cancels_unended_total 17',
  'pathql_cache_evictions_total 6',
  'pathql_cache_bytes 7',
  'pathql_engine_resident_memory_bytes 8',
  'pathql_engine_replacements_total{reason="memory"} 9',
  'pathql_engine_replacements_total{reason="crash"} 13',
  'pathql_engine_up 1',
  'pathql_engine_failed_starts_total 15',
  '# TYPE pathql_engine_replacements_total counter',
  '# TYPE pathql_cache_hits_total counter',
])('figures of the engine: %s', async (line) => {
  expect(await page(newApp().app)).toContain(`\n${line}\n`);
});

test('time of waiting is apart from time of running, a query that never ran has none', async () => {
  const engine = new StandInEngine(({ sql, onStart }) => {
    if (sql === 'refused') throw new PathqlError('query_refused', 'no');
    onStart?.();
    onStart?.();
    return {};
  });
  const { app } = newApp(engine);
  await post(app, '{"sql":"runs"}');
  await post(app, '{"sql":"refused"}');
  const text = await page(app);
  expect(text).toContain('pathql_query_wait_seconds_count 2');
  expect(text).toContain('pathql_query_duration_seconds_count{outcome="ok"} 1');
  expect(text).toContain('pathql_queries_total{outcome="query_refused"} 1');
  expect(text).not.toContain('duration_seconds_count{outcome="query_refused"}');
});

test('the figures of the engine are not added up by reading the page', async () => {
  const { app } = newApp();
  await page(app);
  expect(await page(app)).toContain('pathql_cache_hits_total 4\n');
});

test.each([
  'process_resident_memory_bytes',
  'process_open_fds',
  'nodejs_eventloop_lag_p99_seconds',
])('figures of the process: %s', async (name) => {
  expect(await page(newApp().app)).toMatch(new RegExp(`^${name} [0-9.e-]+$`, 'm'));
});
