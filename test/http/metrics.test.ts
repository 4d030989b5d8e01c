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

test('queries are timed by outcome, rows are summed', async () => {
  const engine = new StandInEngine(({ sql }) =>
    sql === 'bad' ? Promise.reject(new PathqlError('sql_syntax', 'no')) : {},
  );
  const { app } = newApp(engine);
  await post(app, '{"sql":"good"}');
  await post(app, '{"sql":"good"}');
  await post(app, '{"sql":"bad"}');
  const text = await page(app);
  expect(text).toContain('pathql_query_duration_seconds_count{outcome="ok"} 2');
  expect(text).toContain('pathql_query_duration_seconds_count{outcome="parse_error"} 1');
  expect(text).toContain('pathql_rows_scanned_total 6');
  expect(text).toContain('pathql_rows_returned_total 2');
});

test.each([
  'pathql_queries_running 2',
  'pathql_queries_waiting 3',
  'pathql_cache_hits 4',
  'pathql_cache_loads 5',
  'pathql_cache_evictions 6',
  'pathql_cache_bytes 7',
  'pathql_engine_resident_memory_bytes 8',
  'pathql_engine_replacements_total{reason="memory"} 9',
  'pathql_engine_replacements_total{reason="crash"} 13',
])('figures of the engine: %s', async (line) => {
  expect(await page(newApp().app)).toContain(`\n${line}\n`);
});

test.each([
  'process_resident_memory_bytes',
  'process_open_fds',
  'nodejs_eventloop_lag_p99_seconds',
])('figures of the process: %s', async (name) => {
  expect(await page(newApp().app)).toMatch(new RegExp(`^${name} [0-9.e-]+$`, 'm'));
});
