// Tests in a browser what web pages of other origins reach, and that DNS rebinding meets ALLOWED_HOSTS.
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from './console/browser.ts';
import { newDataFolder, type RunningService, startService } from './program.ts';

const data = newDataFolder({ 'outside.csv': 'secret\n42\n' });
const workingFolder = join(data.path, 'work');
let browser: TestBrowser;
let pages: Server;
/** The port of the server of foreign pages. */
let port: number;

beforeAll(async () => {
  mkdirSync(workingFolder);
  data.write('work/inside.csv', 'n\n1\n');
  browser = await openBrowser(['evil.example']);
  pages = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>A foreign page</title>');
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  port = (pages.address() as AddressInfo).port;
});
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => pages.close(resolve));
  data.remove();
});

async function withService(
  env: Record<string, string>,
  use: (service: RunningService) => Promise<void>,
): Promise<void> {
  const service = await startService({ cwd: workingFolder, env });
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

interface Reply {
  readonly status: number;
  readonly body: { readonly rows?: unknown; readonly error?: string; readonly files?: unknown };
}

/** What a page at `address` gets from the service; 'blocked' when the browser lets it read nothing. */
async function pageAt(address: string) {
  const page = await browser.open(address);
  const send = (url: string, init: object) =>
    page.evaluate(
      `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(
        async (reply) => ({ status: reply.status, body: await reply.json() }),
        () => 'blocked',
      )`,
    ) as Promise<Reply | 'blocked'>;
  return {
    get: (url: string) => send(url, {}),
    query: (base: string, sql: string) =>
      send(`${base}/api/v1/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sql }),
      }),
    close: () => page.context().close(),
  };
}

const outside = `'${join(data.path, 'outside.csv')}'`;

describe.each([
  ['another site', () => `http://evil.example:${port}/`],
  ['another port of the same host', () => `http://127.0.0.1:${port}/`],
])('a page of %s', (_name, address) => {
  test('reads the working folder and nothing else', async () => {
    await withService({}, async ({ url }) => {
      const page = await pageAt(address());
      expect(await page.query(url, 'SELECT n FROM inside.csv')).toMatchObject({
        status: 200,
        body: { rows: [[1]] },
      });
      for (const path of [outside, '../outside.csv', `'${workingFolder}/inside.csv'`]) {
        expect(await page.query(url, `SELECT * FROM ${path}`)).toMatchObject({
          status: 400,
          body: { error: expect.stringContaining('web pages of other origins') },
        });
      }
      const sniffed = `${url}/api/v1/sniff?path=${join(data.path, 'outside.csv')}`;
      expect(await page.get(sniffed)).toMatchObject({ status: 400 });
      expect(await page.get(`${url}/api/v1/files`)).toMatchObject({
        body: { files: [{ path: 'inside.csv' }] },
      });
      await page.close();
    });
  });

  test('reads nothing where ALLOWED_ORIGINS names others', async () => {
    await withService({ ALLOWED_ORIGINS: 'https://app.example.org' }, async ({ url }) => {
      const page = await pageAt(address());
      expect(await page.query(url, 'SELECT 1')).toBe('blocked');
      expect(await page.get(`${url}/api/v1/files`)).toBe('blocked');
      await page.close();
    });
  });
});

/** Ways in which a page asks without a script that may read the answer; browsers send no Origin by most of them. */
const unreadable: Readonly<Record<string, (url: string) => string>> = {
  'no-cors': (url) => `fetch('${url}', { mode: 'no-cors', referrerPolicy: 'no-referrer' })`,
  beacon: (url) => `navigator.sendBeacon('${url}', 'x')`,
  image: (url) => `new Image().src = '${url}'`,
  script: (url) => element('script', `src = '${url}'`),
  style: (url) => element('link', `rel = 'stylesheet'; one.href = '${url}'`),
  frame: (url) => element('iframe', `src = '${url}'`),
  form: (url) =>
    element('form', `action = '${url}'; one.method = 'POST'; one.target = '_blank'; one.submit()`),
  window: (url) => `window.open('${url}', '_blank', 'noreferrer')`,
  socket: (url) => `new WebSocket('${url.replace('http', 'ws')}')`,
};

function element(name: string, settings: string): string {
  return `{ const one = document.createElement('${name}'); document.body.append(one); one.${settings} }`;
}

test('ALLOWED_ORIGINS: no page of another origin runs a query or looks at a file in any other way', async () => {
  await withService({ ALLOWED_ORIGINS: 'https://app.example.org' }, async ({ url, log }) => {
    const page = await browser.open(`http://evil.example:${port}/`);
    const asked = ['query?sql=SELECT+1', 'schema?path=inside.csv', 'files?under='];
    for (const ask of Object.values(unreadable)) {
      for (const route of asked) await page.evaluate(`${ask(`${url}/api/v1/${route}`)}; 0`);
    }
    const requests = () =>
      log.filter(({ msg, path }) => msg === 'request' && `${path}`.startsWith('/api/'));
    const ways = Object.keys(unreadable).length;
    await expect.poll(() => requests().length).toBe(ways * asked.length);
    expect(new Set(requests().map(({ code }) => code))).toEqual(new Set(['access_refused']));
    await page.context().close();
  });
});

test('a link of a page of another origin opens the console', async () => {
  await withService({ ALLOWED_ORIGINS: 'https://app.example.org' }, async ({ url }) => {
    const page = await browser.open(`http://evil.example:${port}/`);
    await page.evaluate(`location.href = '${url}/'`);
    await page.getByText('inside.csv').first().waitFor();
    await page.context().close();
  });
});

test('the console and programs read what they did before', async () => {
  await withService({ ALLOWED_ORIGINS: 'https://app.example.org' }, async (service) => {
    const page = await pageAt(`${service.url}/`);
    const asked = await page.query(service.url, `SELECT * FROM ${outside}`);
    expect(asked).toMatchObject({ status: 200, body: { rows: [[42]] } });
    await page.close();
    expect((await service.query(`SELECT * FROM ${outside}`)).status).toBe(200);
  });
});

test('a page that rebinds its name reads the working folder and nothing else', async () => {
  await withService({}, async (service) => {
    const rebound = `http://evil.example:${new URL(service.url).port}`;
    const page = await pageAt(`${rebound}/`);
    expect(await page.query(rebound, 'SELECT n FROM inside.csv')).toMatchObject({ status: 200 });
    const refused = { status: 400, body: { error: expect.stringContaining('ALLOWED_HOSTS') } };
    expect(await page.query(rebound, `SELECT * FROM ${outside}`)).toMatchObject(refused);
    const address = new URLSearchParams({ sql: `SELECT * FROM ${outside}` });
    expect(await page.get(`${rebound}/api/v1/query?${address}`)).toMatchObject(refused);
    const path = join(data.path, 'outside.csv');
    expect(await page.get(`${rebound}/api/v1/schema?path=${path}`)).toMatchObject(refused);
    expect(await page.get(`${rebound}/api/v1/files`)).toMatchObject({
      body: { files: [{ path: 'inside.csv' }] },
    });
    await page.close();
  });
});

test('a name that leads to this machine is refused unless it is one of ALLOWED_HOSTS', async () => {
  const env = { ALLOWED_HOSTS: '127.0.0.1,localhost' };
  await withService(env, async (service) => {
    const rebound = `http://evil.example:${new URL(service.url).port}`;
    const page = await pageAt(`${rebound}/`);
    for (const reply of [
      await page.query(rebound, 'SELECT n FROM inside.csv'),
      await page.get(`${rebound}/api/v1/files`),
    ]) {
      expect(reply).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('ALLOWED_HOSTS') },
      });
    }
    await page.close();
    expect((await service.query('SELECT n FROM inside.csv')).status).toBe(200);
  });
});
