// Tests what becomes of queries when their engine ends, with an engine that does what the test says.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSupervisedEngine } from '../../../src/engine-process/service-side/supervised-engine.ts';
import type { QueryRequest } from '../../../src/query/query-request.ts';
import type { QueryService } from '../../../src/query/services.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { createWorkFolder } from '../../../src/spool/work-folder.ts';
import { sniffedUsers } from '../../http/stand-in-engine.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { testSettings } from '../../test-settings.ts';
import { waitFor } from '../../wait-for.ts';
import { type ScriptedChild, scriptedChildren } from './scripted-child.ts';

async function supervised(settings: Partial<Settings> = {}) {
  const children = scriptedChildren();
  const folder = await createWorkFolder(await temporaryFolder());
  const lines: object[] = [];
  const add = (fields: object, message: string) => void lines.push({ ...fields, message });
  const log = { debug: add, info: add, warn: add, error: add };
  const all = { ...testSettings, maxConcurrentQueries: 4, ...settings };
  const engine = await openSupervisedEngine({
    settings: all,
    log,
    folder,
    start: (events) => children.start(events),
  });
  onTestFinished(() => engine.close());
  return { engine, children, folder, lines };
}

async function rowsOf(
  engine: QueryService,
  sql: string,
  request: Partial<QueryRequest> = {},
): Promise<string> {
  const answer = await engine.answer({ sql, layout: 'json-array', ...request });
  const parts: Uint8Array[] = [];
  for await (const part of answer.rows()) parts.push(part);
  await answer.close();
  return Buffer.concat(parts).toString();
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Fake clocks stop the timers of the supervisor, not the promises. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('an answer comes from the engine process', async () => {
  const { engine, children } = await supervised();
  const asked = rowsOf(engine, 'a');
  children.last.answer('a', '["x"],["y"]');
  expect(await asked).toBe('["x"],["y"]');
  expect(engine.figures()).toMatchObject({ runningQueries: 0, waitingQueries: 0 });
});

test('more queries than may run at a time wait', async () => {
  const { engine, children } = await supervised({ maxConcurrentQueries: 1 });
  const asked = [rowsOf(engine, 'a'), rowsOf(engine, 'b')];
  expect(engine.figures()).toMatchObject({ runningQueries: 1, waitingQueries: 1 });
  children.last.answer('a');
  await asked[0];
  children.last.answer('b');
  await Promise.all(asked);
});

test('the query that alone ran when the engine crashed gets an error, the next one an answer', async () => {
  const { engine, children } = await supervised();
  const asked = rowsOf(engine, 'a');
  children.last.crash();
  await expect(asked).rejects.toMatchObject({ code: 'engine_failed', status: 400 });
  await waitFor(() => expect(children.all.length).toBe(2));
  const next = rowsOf(engine, 'b');
  await waitFor(() => children.last.answer('b'));
  expect(await next).toBe('[1]');
  expect(engine.figures().engineReplacements).toMatchObject({ crash: 1 });
});

test('of several, each runs again with nothing beside it: one gets an error, the others their answers', async () => {
  const { engine, children } = await supervised();
  const [good, bad, other] = ['good', 'bad', 'other'].map((sql) => rowsOf(engine, sql));
  children.last.crash();
  await waitFor(() => children.last.answer('other', '["other"]'));
  expect(children.all[1]?.runs.map(({ sql }) => sql)).toEqual(['other', 'bad']);
  children.last.crash();
  await expect(bad).rejects.toMatchObject({ code: 'engine_failed' });
  await waitFor(() => children.last.answer('good', '["good"]'));
  expect(await good).toBe('["good"]');
  expect(await other).toBe('["other"]');
  expect(children.all.length).toBe(3);
});

test('a long query that started before one that crashes gets its answer', async () => {
  const { engine, children } = await supervised();
  const [long, bad] = ['long', 'bad'].map((sql) => rowsOf(engine, sql));
  children.last.crash();
  await waitFor(() => children.last.run('bad'));
  expect(children.last.runs.length).toBe(1);
  children.last.crash();
  await expect(bad).rejects.toMatchObject({ code: 'engine_failed' });
  await waitFor(() => children.last.answer('long'));
  expect(await long).toBe('[1]');
});

test('one that takes longer than its isolation is not blamed for a crash of another one after that', async () => {
  const { engine, children } = await supervised();
  const [bad, long] = ['bad', 'long'].map((sql) => rowsOf(engine, sql));
  const badEnds = expect(bad).rejects.toMatchObject({ code: 'engine_failed' });
  fakeTimers();
  children.last.crash();
  await waitFor(() => children.last.run('long'));
  expect(children.last.runs.length).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  children.last.run('bad');
  children.last.crash();
  await waitFor(() => children.last.run('bad'));
  expect(children.last.runs.length).toBe(1);
  children.last.crash();
  await badEnds;
  await waitFor(() => children.last.answer('long'));
  expect(await long).toBe('[1]');
  const again = rowsOf(engine, 'long');
  children.last.answer('long');
  expect(await again).toBe('[1]');
});

test('while a query is isolated nothing else runs, after a while others do', async () => {
  const { engine, children } = await supervised();
  const asked = ['first', 'second'].map((sql) => rowsOf(engine, sql));
  fakeTimers();
  children.last.crash();
  await waitFor(() => children.last.run('second'));
  asked.push(rowsOf(engine, 'new'));
  expect(children.last.runs.map(({ sql }) => sql)).toEqual(['second']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(children.last.runs.map(({ sql }) => sql)).toEqual(['second', 'first']);
  for (const sql of ['first', 'second', 'new']) children.last.answer(sql);
  await Promise.all(asked);
});

test('an engine that was killed from outside is replaced, and its query run again, once', async () => {
  const { engine, children, lines } = await supervised();
  const asked = rowsOf(engine, 'a', { id: 'request-1' });
  children.last.crash('SIGKILL');
  await waitFor(() => children.last.run('a'));
  expect(lines[0]).toMatchObject({
    reason: 'killed',
    refused: [],
    retried_isolated: ['request-1'],
  });
  children.last.crash('SIGKILL');
  await expect(asked).rejects.toThrow('killed from outside');
  expect(engine.figures().engineReplacements).toMatchObject({ killed: 2, crash: 0 });
});

test('the log says which requests ran, what became of them, and when the next engine is ready', async () => {
  const { engine, children, lines } = await supervised();
  const asked = ['a', 'b'].map((sql) => rowsOf(engine, sql, { id: `request-${sql}` }));
  children.last.crash();
  await waitFor(() => children.last.answer('b'));
  children.last.crash();
  await expect(asked[0]).rejects.toThrow('Please report it with the request id request-a');
  await asked[1];
  await waitFor(() => expect(lines.length).toBe(4));
  const end = { reason: 'crash', exit: 'SIGSEGV', other_work: 'none' };
  const line = { ...end, timed_out: [], given_up: [], retried: [] };
  const message = 'the engine is replaced';
  expect(lines).toEqual([
    { ...line, message, refused: [], retried_isolated: ['request-a', 'request-b'] },
    { message: 'a new engine is ready' },
    { ...line, message, refused: ['request-a'], retried_isolated: [] },
    { message: 'a new engine is ready' },
  ]);
});

test('what engines count is added up over them', async () => {
  const { engine, children } = await supervised();
  const loads = { cacheLoads: 2, cacheLoadsStopped: 3 };
  const cache = { cacheHits: 5, ...loads, cacheEvictions: 1, cacheBytes: 100 };
  const counts = { ...cache, cancelsUnended: 1 };
  children.last.say({ type: 'pong', counts });
  children.last.crash();
  await waitFor(() => expect(children.all.length).toBe(2));
  expect(engine.figures()).toMatchObject({ ...counts, cacheBytes: 0 });
  children.last.say({ type: 'pong', counts });
  expect(engine.figures()).toMatchObject({ cacheHits: 10, cacheEvictions: 2, cacheBytes: 100 });
  expect(engine.figures()).toMatchObject({ cacheLoads: 4, cacheLoadsStopped: 6 });
  expect(engine.figures().cancelsUnended).toBe(2);
});

describe('an engine that loads a table into its cache', () => {
  const table = { digest: 'd', files: ['x.csv'] };
  const opened = (child: ScriptedChild) =>
    child.received.find((message) => message.type === 'open');

  test('has its memory watched as closely as one that runs queries', async () => {
    fakeTimers();
    const { children } = await supervised({ memoryLimitBytes: 1e9 });
    const { last } = children;
    last.say({ type: 'loading', table });
    last.bytes = 2e9;
    await vi.advanceTimersByTimeAsync(25);
    expect(last.isKilled).toBe(true);
  });

  test('and ends on it is followed by one that does not load it', async () => {
    const { children, lines } = await supervised();
    children.last.say({ type: 'loading', table });
    children.last.crash();
    await waitFor(() => expect(children.all.length).toBe(2));
    expect(opened(children.last)).toMatchObject({ refusedLoads: ['d'] });
    expect(lines).toContainEqual({
      message: 'the engine ended while it loaded a table into its cache',
      ...{ files: ['x.csv'], reason: 'crash', is_loaded_again: false },
    });
  });

  test('and ends beside a query blames neither until it happens again', async () => {
    const { engine, children } = await supervised();
    const asked = rowsOf(engine, 'a');
    children.last.say({ type: 'loading', table });
    children.last.crash();
    await waitFor(() => expect(children.all).toHaveLength(2));
    await waitFor(() => expect(children.last.runs).toHaveLength(1));
    expect(opened(children.last)).toMatchObject({ refusedLoads: [] });
    children.last.answer('a');
    expect(await asked).toBe('[1]');
    const next = rowsOf(engine, 'b');
    children.last.say({ type: 'loading', table });
    children.last.crash();
    await waitFor(() => expect(children.all).toHaveLength(3));
    expect(opened(children.last)).toMatchObject({ refusedLoads: ['d'] });
    await waitFor(() => children.last.answer('b'));
    expect(await next).toBe('[1]');
  });

  test('and has ended it without harm may end later: the table is loaded again', async () => {
    const { children } = await supervised();
    children.last.say({ type: 'loading', table });
    children.last.say({ type: 'loading', table: null });
    children.last.crash();
    await waitFor(() => expect(children.all.length).toBe(2));
    expect(opened(children.last)).toMatchObject({ refusedLoads: [] });
  });

  test('and is broken by it is replaced at once', async () => {
    const { engine, children } = await supervised();
    children.last.say({ type: 'loading', table });
    const error = { code: 'engine_failed', words: 'broken', at: undefined, cause: null } as const;
    children.last.say({ type: 'error', id: 0, error });
    await waitFor(() => expect(children.all.length).toBe(2));
    expect(opened(children.last)).toMatchObject({ refusedLoads: ['d'] });
    expect(engine.figures().engineReplacements).toMatchObject({ failed: 1 });
  });
});

describe('a query that found no memory beside others', () => {
  const error = {
    code: 'out_of_memory',
    words: 'The query needs too much',
    at: undefined,
    cause: null,
  } as const;
  const fail = (child: ScriptedChild, sql: string) =>
    child.say({ type: 'error', id: child.run(sql).id, error });
  const sqlOf = (child: ScriptedChild) => child.runs.map(({ sql }) => sql);

  test('runs again alone, once they have ended', async () => {
    const { engine, children } = await supervised();
    const asked = ['a', 'b'].map((sql) => rowsOf(engine, sql));
    fail(children.last, 'a');
    asked.push(rowsOf(engine, 'c'));
    expect(sqlOf(children.last)).toEqual(['a', 'b']);
    children.last.answer('b');
    expect(sqlOf(children.last)).toEqual(['a', 'b', 'a']);
    children.last.answer('a');
    children.last.answer('c');
    expect(await Promise.all(asked)).toEqual(['[1]', '[1]', '[1]']);
  });

  test('gets the error when there is none for it alone', async () => {
    const { engine, children } = await supervised();
    const [a, b] = ['a', 'b'].map((sql) => rowsOf(engine, sql));
    fail(children.last, 'a');
    children.last.answer('b');
    await b;
    fail(children.last, 'a');
    await expect(a).rejects.toThrow(/^The query needs too much$/);
  });

  test('does not wait long for those that run on, and is told so when there is none again', async () => {
    const { engine, children } = await supervised();
    fakeTimers();
    const [a, b] = ['a', 'b'].map((sql) => rowsOf(engine, sql));
    fail(children.last, 'a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sqlOf(children.last)).toEqual(['a', 'b', 'a']);
    fail(children.last, 'a');
    await expect(a).rejects.toThrow('Together with other queries, the query needs too much');
    children.last.answer('b');
    expect(await b).toBe('[1]');
  });

  test('does not run again past its limit', async () => {
    const { engine, children } = await supervised();
    fakeTimers();
    const [a, b] = ['a', 'b'].map((sql) => rowsOf(engine, sql, { timeoutMs: 1_000 }));
    const ends = expect(a).rejects.toMatchObject({ code: 'out_of_memory' });
    await vi.advanceTimersByTimeAsync(1_500);
    fail(children.last, 'a');
    await ends;
    children.last.answer('b');
    await b;
  });
});

test('a next engine whose folder cannot be made is tried again, also when all folders were removed', async () => {
  const { engine, children, folder, lines } = await supervised();
  const answered = rowsOf(engine, 'a');
  children.last.answer('a');
  await answered;
  await rm(folder.path, { recursive: true });
  await writeFile(folder.path, 'in the way');
  children.last.crash();
  const message = 'the engine did not start';
  await waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ message })));
  await rm(folder.path);
  const asked = rowsOf(engine, 'b');
  await waitFor(() => children.last.answer('b'));
  expect(await asked).toBe('[1]');
  expect(engine.figures()).toMatchObject({ isEngineUp: true, engineFailedStarts: 1 });
});

test('while no engine can be started queries and lists get an error, once one is there an answer', async () => {
  const { engine, children, folder } = await supervised();
  fakeTimers();
  await rm(folder.path, { recursive: true });
  await writeFile(folder.path, 'in the way');
  children.last.crash();
  const waiting = [rowsOf(engine, 'a'), engine.listFiles({})];
  const failures = waiting.map((one) =>
    expect(one).rejects.toMatchObject({ code: 'engine_lost', status: 500 }),
  );
  const startFails = (count: number) =>
    waitFor(() => expect(engine.figures().engineFailedStarts).toBe(count));
  await startFails(1);
  await vi.advanceTimersByTimeAsync(100);
  await startFails(2);
  await vi.advanceTimersByTimeAsync(200);
  await startFails(3);
  await Promise.all(failures);
  await expect(rowsOf(engine, 'b')).rejects.toMatchObject({ code: 'engine_lost' });
  expect(engine.figures().isEngineUp).toBe(false);
  await rm(folder.path);
  await vi.advanceTimersByTimeAsync(400);
  await waitFor(() => expect(engine.figures().isEngineUp).toBe(true));
  const asked = rowsOf(engine, 'c');
  await waitFor(() => children.last.answer('c'));
  expect(await asked).toBe('[1]');
});

test('an engine that does not open within half a minute is a failed start', async () => {
  const { engine, children } = await supervised();
  fakeTimers();
  children.muteNext = true;
  children.last.crash();
  await waitFor(() => expect(children.all.length).toBe(2));
  await vi.advanceTimersByTimeAsync(30_000);
  await waitFor(() => expect(engine.figures().engineFailedStarts).toBe(1));
  await vi.advanceTimersByTimeAsync(100);
  await waitFor(() => expect(engine.figures().isEngineUp).toBe(true));
});

test('an engine that takes too much memory is replaced, and the query told so', async () => {
  const { engine, children, lines } = await supervised({ memoryLimitBytes: 500e6 });
  const asked = rowsOf(engine, 'a', { id: 'request-1' });
  children.last.bytes = 801e6;
  await expect(asked).rejects.toMatchObject({ code: 'out_of_memory' });
  expect(lines[0]).toMatchObject({ reason: 'memory', refused: ['request-1'] });
});

test('a query past its limit that cannot be interrupted is ended with the engine, others run again', async () => {
  const { engine, children } = await supervised();
  fakeTimers();
  const stuck = rowsOf(engine, 'stuck', { timeoutMs: 1_000 });
  const beside = rowsOf(engine, 'beside');
  const stuckEnds = expect(stuck).rejects.toMatchObject({ code: 'timed_out' });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(children.all.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await stuckEnds;
  await waitFor(() => children.last.answer('beside'));
  expect(await beside).toBe('[1]');
  expect(engine.figures().engineReplacements).toMatchObject({ unstoppable: 1 });
});

test('a query that was left and cannot be interrupted is ended with the engine', async () => {
  const { engine, children } = await supervised();
  fakeTimers();
  const caller = new AbortController();
  const asked = rowsOf(engine, 'a', { signal: caller.signal });
  caller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  expect(children.last.received.at(-1)).toMatchObject({ type: 'cancel' });
  expect(engine.figures().runningQueries).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(engine.figures()).toMatchObject({
    runningQueries: 0,
    engineReplacements: { unstoppable: 1 },
  });
});

test('a query that was left has longer on a cluster, where it would run on without its engine', async () => {
  const { engine, children } = await supervised({ engine: 'sc://127.0.0.1:15002' });
  fakeTimers();
  const caller = new AbortController();
  const asked = rowsOf(engine, 'a', { signal: caller.signal });
  caller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  await vi.advanceTimersByTimeAsync(24_999);
  expect(children.all.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(engine.figures().engineReplacements).toMatchObject({ unstoppable: 1 });
});

test('a query that was left while it waited is never sent', async () => {
  const { engine, children } = await supervised({ maxConcurrentQueries: 1 });
  const first = rowsOf(engine, 'a');
  const caller = new AbortController();
  const second = rowsOf(engine, 'b', { signal: caller.signal });
  caller.abort();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  children.last.answer('a');
  await first;
  expect(children.last.runs.length).toBe(1);
});

test('an engine that does not react is replaced, and the query of the longest text told so', async () => {
  fakeTimers();
  const { engine, children } = await supervised();
  children.last.isResponsive = false;
  const long = `SELECT ${'1,'.repeat(20_000)}1`;
  const asked = [rowsOf(engine, long), rowsOf(engine, 'short')] as const;
  const longEnds = expect(asked[0]).rejects.toMatchObject({ code: 'engine_failed' });
  await vi.advanceTimersByTimeAsync(11_000);
  await longEnds;
  await waitFor(() => children.last.answer('short'));
  expect(await asked[1]).toBe('[1]');
  expect(engine.figures().engineReplacements).toMatchObject({ unresponsive: 1 });
});

test('a query that broke the database gets an error, those that only found it broken an answer', async () => {
  const { engine, children } = await supervised();
  const [bad, other] = ['bad', 'other'].map((sql) => rowsOf(engine, sql));
  const { id } = children.last.run('bad');
  const error = {
    code: 'engine_failed',
    words: 'It failed inside',
    at: undefined,
    cause: null,
  } as const;
  children.last.say({ type: 'error', id, error });
  await expect(bad).rejects.toMatchObject({ code: 'engine_failed' });
  await waitFor(() => children.last.answer('other'));
  expect(await other).toBe('[1]');
  expect(engine.figures().engineReplacements).toMatchObject({ failed: 1 });
});

test('a statement for which the engine was replaced is refused for a while', async () => {
  const { engine, children } = await supervised();
  const asked = rowsOf(engine, 'a');
  children.last.crash();
  await expect(asked).rejects.toThrow('This query crashes the engine');
  await expect(rowsOf(engine, 'a')).rejects.toMatchObject({
    code: 'query_refused',
    message: expect.stringContaining('It is refused for another 60 s'),
  });
});

test('one engine is started for each that ended, however many queries ran', async () => {
  const { engine, children, folder } = await supervised({ maxConcurrentQueries: 8 });
  const asked = Array.from({ length: 8 }, (_, i) => rowsOf(engine, `${i}`));
  children.last.crash();
  await waitFor(() => expect(children.all.length).toBe(2));
  for (let i = 7; i >= 0; i--) await waitFor(() => children.last.answer(`${i}`));
  await Promise.all(asked);
  expect(children.all.length).toBe(2);
  await waitFor(async () => {
    const names = await readdir(folder.path);
    expect(names.filter((name) => name.startsWith('engine-'))).toEqual(['engine-2']);
  });
});

test('rows in a file outlive the engine that wrote them and go when they are read, other files at once', async () => {
  const { engine, children, folder } = await supervised();
  const path = join(folder.spool, 'rows');
  await writeFile(path, ' [1],[2] ');
  await writeFile(join(folder.spool, 'unfinished'), 'x');
  const asking = engine.answer({ sql: 'a', layout: 'json-array' });
  children.last.answer('a', { path, marginBytes: 1 });
  const answer = await asking;
  children.last.crash();
  await waitFor(async () => expect(await readdir(folder.spool)).toEqual(['rows']));
  const parts: Uint8Array[] = [];
  for await (const part of answer.rows()) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('[1],[2]');
  await answer.close();
  await answer.close();
  expect(await readdir(folder.spool)).toEqual([]);
});

test('rows that come for a query nobody waits for any more are removed', async () => {
  const { engine, children, folder } = await supervised();
  const path = join(folder.spool, 'rows');
  await writeFile(path, ' [1] ');
  const caller = new AbortController();
  const asked = rowsOf(engine, 'a', { signal: caller.signal });
  caller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  children.last.answer('a', { path, marginBytes: 1 });
  await waitFor(async () => expect(await readdir(folder.spool)).toEqual([]));
});

test('an answer that has begun breaks off when the engine ends, and its query does not run again', async () => {
  const { engine, children, folder } = await supervised();
  const path = join(folder.spool, 'rows');
  await writeFile(path, '1\n');
  const beginning = engine.begin({ sql: 'a', layout: 'csv' });
  const beside = rowsOf(engine, 'b');
  const { id } = children.last.run('a');
  children.last.say({ type: 'begun', id, rows: { columns: ['n'], warnings: [], path } });
  const answer = await beginning;
  const rows = answer.rows()[Symbol.asyncIterator]();
  expect(String((await rows.next()).value)).toBe('1\n');
  children.last.crash();
  await expect(rows.next()).rejects.toMatchObject({ code: 'engine_lost' });
  await expect(answer.stats()).rejects.toMatchObject({ code: 'engine_lost' });
  await waitFor(() => children.last.run('b'));
  children.last.answer('b', '[2]');
  expect(await beside).toBe('[2]');
  expect(() => children.last.run('a')).toThrow();
});

describe('a look at a file or a list of files', () => {
  const list = { files: [], isCut: false, fileCount: 0 };
  const isRunning = (child: ScriptedChild, type: 'list' | 'sniff') =>
    child.received.some((message) => message.type === type);

  test('that alone ran when the engine crashed gets an error, and is refused for a while', async () => {
    const { engine, children } = await supervised();
    const sniffed = engine.sniff({ path: 'users.csv' });
    children.last.crash();
    await expect(sniffed).rejects.toMatchObject({ code: 'engine_failed' });
    await waitFor(() => expect(engine.figures().isEngineUp).toBe(true));
    await expect(engine.sniff({ path: 'users.csv' })).rejects.toThrow(
      'This look at the file ended the engine and cost a restart',
    );
    const other = engine.sniff({ path: 'other.csv' });
    children.last.say({ type: 'sniffed', id: -2, report: sniffedUsers });
    expect(await other).toEqual(sniffedUsers);
  });

  test('runs again when the engine was killed from outside', async () => {
    const { engine, children } = await supervised();
    const listed = engine.listFiles({});
    children.last.crash('SIGKILL');
    await waitFor(() => expect(children.all.length).toBe(2));
    await waitFor(() => expect(isRunning(children.last, 'list')).toBe(true));
    children.last.say({ type: 'listed', id: -1, list });
    expect(await listed).toEqual(list);
  });

  test('runs again after a query that ran beside it, which is not blamed, and not for ever', async () => {
    const { engine, children } = await supervised();
    const asked = rowsOf(engine, 'a');
    const sniffed = engine.sniff({ path: 'users.csv' });
    const ends = expect(sniffed).rejects.toMatchObject({ code: 'engine_failed' });
    children.last.crash();
    await waitFor(() => children.last.run('a'));
    expect(isRunning(children.last, 'sniff')).toBe(false);
    const next = rowsOf(engine, 'b');
    children.last.answer('a');
    expect(await asked).toBe('[1]');
    expect(isRunning(children.last, 'sniff')).toBe(true);
    children.last.run('b');
    children.last.crash();
    await ends;
    await waitFor(() => children.last.answer('b'));
    expect(await next).toBe('[1]');
  });

  test('keeps its try when a query is known to have ended the engine', async () => {
    const { engine, children } = await supervised();
    const sniffed = engine.sniff({ path: 'users.csv' });
    for (const sql of ['a', 'b', 'c']) {
      const asked = rowsOf(engine, sql);
      const error = { code: 'engine_failed', words: 'broken', at: undefined, cause: null } as const;
      await waitFor(() => expect(isRunning(children.last, 'sniff')).toBe(true));
      children.last.say({ type: 'error', id: children.last.run(sql).id, error });
      await expect(asked).rejects.toMatchObject({ code: 'engine_failed' });
      await waitFor(() => expect(engine.figures().isEngineUp).toBe(true));
    }
    await waitFor(() => expect(isRunning(children.last, 'sniff')).toBe(true));
    children.last.say({ type: 'sniffed', id: -1, report: sniffedUsers });
    expect(await sniffed).toEqual(sniffedUsers);
  });

  test('past the limit that cannot be stopped is ended with the engine; queries run again', async () => {
    const { engine, children } = await supervised({ queryTimeoutMs: 1_000 });
    fakeTimers();
    const sniffed = engine.sniff({ path: 'users.csv' });
    const ends = expect(sniffed).rejects.toMatchObject({ code: 'timed_out' });
    await vi.advanceTimersByTimeAsync(2_500);
    const asked = rowsOf(engine, 'a');
    await vi.advanceTimersByTimeAsync(500);
    await ends;
    await waitFor(() => children.last.answer('a'));
    expect(await asked).toBe('[1]');
    expect(engine.figures().engineReplacements).toMatchObject({ unstoppable: 1 });
  });

  test('that was left is cancelled, and suspected as long as the engine has not done with it', async () => {
    const { engine, children } = await supervised();
    const asked = rowsOf(engine, 'a');
    const left = new AbortController();
    const cancelled = engine.sniff({ path: 'users.csv', signal: left.signal });
    left.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(children.last.received.at(-1)).toEqual({ type: 'cancel', id: -1 });
    children.last.crash();
    await waitFor(() => children.last.answer('a'));
    expect(await asked).toBe('[1]');
    expect(isRunning(children.last, 'sniff')).toBe(false);
  });
});

test('queries past their limits when the engine ends are not run again', async () => {
  const { engine, children } = await supervised({ maxConcurrentQueries: 5 });
  fakeTimers();
  const asked = Array.from({ length: 4 }, (_, i) => rowsOf(engine, `${i}`, { timeoutMs: 1_000 }));
  const ends = asked.map((one) => expect(one).rejects.toMatchObject({ code: 'timed_out' }));
  await vi.advanceTimersByTimeAsync(3_000);
  await Promise.all(ends);
  expect(engine.figures().engineReplacements).toMatchObject({ unstoppable: 1 });
  await waitFor(() => expect(engine.figures().isEngineUp).toBe(true));
  expect(children.all.map(({ runs }) => runs.length)).toEqual([4, 0]);
});

test('a short query that ran alone when the engine did not react runs again once', async () => {
  fakeTimers();
  const { engine, children } = await supervised();
  const asked = rowsOf(engine, 'a');
  children.last.isResponsive = false;
  await vi.advanceTimersByTimeAsync(11_000);
  await waitFor(() => expect(children.all.length).toBe(2));
  await waitFor(() => children.last.answer('a'));
  expect(await asked).toBe('[1]');
});

test.each([
  [{ signal: null, description: 'exit code 1' }, 'The engine process did not start: exit code 1'],
  [{ signal: 'SIGABRT', description: 'SIGABRT' }, 'MAX_CONCURRENT_QUERIES, 2, and some more'],
  [{ signal: null, description: 'spawn node EAGAIN' }, 'Raise how many are allowed'],
])('an engine that cannot be opened is told when the service starts: %j', async (exit, words) => {
  const children = scriptedChildren();
  const folder = await createWorkFolder(await temporaryFolder());
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const opening = openSupervisedEngine({
    settings: testSettings,
    log,
    folder,
    start: (events) => {
      const child = children.start(events);
      child.send = () => queueMicrotask(() => events.onExit(exit));
      return child;
    },
  });
  await expect(opening).rejects.toThrow(words);
  await settled();
  expect(children.all.length).toBe(1);
});

test('stopping ends an engine that does not, within the grace time and two seconds', async () => {
  const { engine, children } = await supervised();
  fakeTimers();
  const asked = rowsOf(engine, 'a');
  const ends = expect(asked).rejects.toMatchObject({ code: 'shutting_down' });
  children.last.send = () => {};
  const closed = vi.fn();
  const closing = engine.close(1_000).then(closed);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(closed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  await closing;
  await ends;
  await expect(rowsOf(engine, 'b')).rejects.toMatchObject({ code: 'shutting_down' });
});

test('clients take turns: one with many queries holds up no other', async () => {
  const { engine, children } = await supervised({ maxConcurrentQueries: 2 });
  const asked = ['a', 'b', 'c'].map((sql) => rowsOf(engine, sql, { client: 'many' }));
  asked.push(rowsOf(engine, 'tiny', { client: 'other' }));
  expect(children.last.runs.map(({ sql }) => sql)).toEqual(['a', 'tiny']);
  for (const sql of ['a', 'tiny', 'b', 'c']) {
    await waitFor(() => children.last.answer(sql));
  }
  await Promise.all(asked);
});

test('a client over its share hears so at once', async () => {
  const { engine, children } = await supervised({ maxConcurrentQueries: 1, maxQueuedQueries: 4 });
  const asked = ['a', 'b', 'c'].map((sql) => rowsOf(engine, sql, { client: 'many' }));
  await expect(rowsOf(engine, 'd', { client: 'many' })).rejects.toMatchObject({
    code: 'too_many_requests',
    type: 'execution_error',
    status: 400,
  });
  asked.push(rowsOf(engine, 'other', { client: 'other' }));
  for (const sql of ['a', 'b', 'other', 'c']) await waitFor(() => children.last.answer(sql));
  await Promise.all(asked);
});

test('the time a query waits for its turn is none of its time limit', async () => {
  fakeTimers();
  const { engine, children } = await supervised({ maxConcurrentQueries: 1, queryTimeoutMs: 1_000 });
  const long = rowsOf(engine, 'long');
  const waiting = rowsOf(engine, 'waiting');
  await vi.advanceTimersByTimeAsync(2_900);
  children.last.answer('long');
  await long;
  await waitFor(() => children.last.run('waiting'));
  await vi.advanceTimersByTimeAsync(2_900);
  children.last.answer('waiting');
  expect(await waiting).toBe('[1]');
  expect(children.all.length).toBe(1);
});

test('looks at files take turns, too', async () => {
  const { engine, children } = await supervised();
  const many = Array.from({ length: 10 }, (_, i) =>
    engine.sniff({ path: `${i}.csv`, client: 'many' }),
  );
  const other = engine.sniff({ path: 'other.csv', client: 'other' });
  const sent = () => children.last.received.filter((message) => message.type === 'sniff');
  expect(sent().map(({ path }) => path)).toEqual(['0.csv', '1.csv', '2.csv', 'other.csv']);
  let answered = 0;
  while (answered < 11) {
    await waitFor(() => expect(sent().length).toBeGreaterThan(answered));
    const id = sent()[answered]?.id ?? 0;
    children.last.say({ type: 'sniffed', id, report: sniffedUsers });
    answered += 1;
  }
  await Promise.all([...many, other]);
});
