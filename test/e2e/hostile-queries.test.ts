// Tests that no query ends the service or takes others their answers, with the built program.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataFolder, type RunningService, startService } from './program.ts';

const memoryLimitBytes = 500e6;
const timeoutMs = 1_000;

const data = newDataFolder({
  'n.csv': `id,city\n${Array.from({ length: 3_000 }, (_, i) => `${i},city ${i % 7}\n`).join('')}`,
  'deep.csv': `j\n"${'{""a"":'.repeat(30_000)}1${'}'.repeat(30_000)}"\n`,
});
const ordinary = 'SELECT city, COUNT(*) FROM n.csv GROUP BY city ORDER BY city';
const ordinaryRows = Array.from({ length: 7 }, (_, i) => [`city ${i}`, i < 4 ? 429 : 428]);

let service: RunningService;
beforeAll(async () => {
  const env = {
    DATA_DIR: data.path,
    MEMORY_LIMIT: `${memoryLimitBytes}`,
    SHUTDOWN_GRACE_MS: '500',
  };
  service = await startService({ env });
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  data.remove();
});

const deepJson = (depth: number) => `repeat('{"a":',${depth})||'1'||repeat('}',${depth})`;

/** What each gets: a part of its error, or null where it has a right answer. */
const hostile: readonly (readonly [string, string, RegExp | null])[] = [
  ['crash: deep JSON', `SELECT json_structure(${deepJson(30_000)})`, /crashes the engine/],
  ['crash: deep JSON in a file', 'SELECT json_structure(j) FROM deep.csv', /crashes the engine/],
  [
    'a window that would overwrite memory',
    'SELECT lag(r, -9223372036854775808) OVER () FROM range(5) t(r)',
    /takes a plain number of rows/,
  ],
  ['deep JSON read', `SELECT json_valid(${deepJson(3_000)})`, null],
  ['a name of 100,000 parts', `SELECT ${'a.'.repeat(100_000)}a`, /./],
  [
    'words of a fatal fault',
    "SELECT CAST('database has been invalidated' AS INTEGER)",
    /Could not convert/,
  ],
  [
    'a call that hears no interrupt',
    "SELECT levenshtein(repeat('a',60000),repeat('b',60000))",
    /time limit/,
  ],
  [
    'the same over a file',
    "SELECT repeat('a'||city,3000) LIKE '%a_%a_%c_%a_%f%z' FROM n.csv",
    /time limit/,
  ],
  ['long planning', `SELECT ${'true OR '.repeat(90_000)}true`, /time limit|too complex/],
  ['a deep type', `SELECT from_json('[]', '${'['.repeat(3_000)}"INT"${']'.repeat(3_000)}')`, /./],
  ['memory: printf', "SELECT printf('%.2147483647f',1.0)", /needs more memory|time limit/],
  ['memory: range', 'SELECT len(range(100000000))', /needs more memory/],
  ['memory: split', "SELECT len(string_split(repeat('a,',30000000),','))", /needs more memory/],
  ['memory: sort', 'SELECT len(list_sort(range(50000000)))', /needs more memory/],
  ['memory: repeat', "SELECT length(repeat('x',2000000000))", /needs more memory|time limit/],
  ['memory: nine megabytes of ones', `SELECT ${'1,'.repeat(4_500_000)}1`, /1,000,000 characters/],
];

describe('beside 20 ordinary queries', () => {
  test.each(hostile)('%s', async (_name, sql, expected) => {
    const memory = watchMemory(service.process.pid ?? 0);
    const startedAt = performance.now();
    const asked = ask(sql, { 'request-timeout': String(timeoutMs) });
    const beside = await Promise.all(Array.from({ length: 20 }, () => ask(ordinary)));
    const { status, body } = await asked;
    expect(performance.now() - startedAt).toBeLessThan(timeoutMs + 3_000);
    expect(memory.stop()).toBeLessThan(memoryLimitBytes + 600e6);
    if (expected === null) expect(status).toBe(200);
    else expect(body).toMatchObject({ error: expect.stringMatching(expected) });
    for (const answer of beside) expect(answer.body).toMatchObject({ rows: ordinaryRows });
  });

  test('and the same again, without waiting for it', async () => {
    const [, sql] = hostile[0] ?? ['', ''];
    const { body } = await ask(sql);
    expect(body).toMatchObject({
      error: expect.stringContaining('It is refused for another'),
    });
  });
});

test('each replacement is logged and counted', async () => {
  const replaced = service.log.filter(({ msg }) => msg === 'the engine is replaced');
  const reasons = new Set(replaced.map(({ reason }) => reason));
  expect([...reasons]).toEqual(expect.arrayContaining(['crash', 'memory', 'unstoppable']));
  const page = await (await fetch(`${service.url}/metrics`)).text();
  const counts = [...page.matchAll(/^pathql_engine_replacements_total\{reason="\w+"\} (\d+)$/gm)];
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(replaced.length);
  expect(page).toMatch(/^pathql_engine_resident_memory_bytes [1-9]\d+$/m);
});

test('a client that leaves a call that hears no interrupt frees its place', async () => {
  const caller = new AbortController();
  const slow = "SELECT levenshtein(repeat('a',70000),repeat('b',70000))";
  const asked = service.query(slow, { signal: caller.signal }).catch(() => null);
  await expect.poll(runningQueries).toBe(1);
  caller.abort();
  await asked;
  await expect.poll(runningQueries).toBe(0);
});

describe('stops within the grace time and two seconds', () => {
  test('while a call hears no interrupt', async () => {
    const own = await startService({ env: { DATA_DIR: data.path, SHUTDOWN_GRACE_MS: '1000' } });
    const asked = own.query("SELECT levenshtein(repeat('a',90000),repeat('b',90000))");
    const answer = asked.then((response) => response.json()).catch(() => null);
    await expect.poll(async () => (await metricsOf(own)).includes('running 1\n')).toBe(true);
    const startedAt = performance.now();
    expect(await own.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(await answer).toMatchObject({ error: 'The server is stopping' });
  });
});

test('an engine whose service was killed ends, even in the middle of a call', async () => {
  const own = await startService({ env: { DATA_DIR: data.path } });
  const [engine = 0] = childrenOf(own.process.pid ?? 0);
  expect(engine).toBeGreaterThan(0);
  own.query("SELECT levenshtein(repeat('a',90000),repeat('b',90000))").catch(() => null);
  await expect.poll(async () => (await metricsOf(own)).includes('running 1\n')).toBe(true);
  own.process.kill('SIGKILL');
  await expect.poll(() => isRunning(engine)).toBe(false);
});

async function ask(sql: string, headers: Record<string, string> = {}) {
  const response = await service.post(JSON.stringify({ sql }), headers);
  return { status: response.status, body: (await response.json()) as unknown };
}

async function metricsOf({ url }: RunningService): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

async function runningQueries(): Promise<number> {
  return Number(/^pathql_queries_running (\d+)$/m.exec(await metricsOf(service))?.[1]);
}

/** The most that the process and its children held, in bytes. */
function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const look = () => {
    const pids = [pid, ...childrenOf(pid)];
    most = Math.max(
      most,
      pids.map(residentBytes).reduce((sum, bytes) => sum + bytes, 0),
    );
  };
  const timer = setInterval(look, 20);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
  } catch {
    return 0;
  }
}

/** A process that has ended but was not yet waited for counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return readdirSync('/proc').includes(String(pid));
  }
}
