// A real browser for tests: Chromium out of an npm package, cut off from all but this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { unpackedBrowser } from './unpack-browser.ts';

export interface TestBrowser {
  open(url: string, options?: BrowserContextOptions): Promise<TestPage>;
  close(): Promise<void>;
}

export interface TestPage extends Page {
  /** What went wrong unseen: scripts that threw, breaches of the content policy, requests to elsewhere. */
  readonly faults: string[];
}

/**
 * Another Chromium may stand in where the package has none for the machine: PATHQL_TEST_BROWSER=<path>.
 * `hosts` are names that lead to this machine; there are no others.
 */
export async function openBrowser(hosts: readonly string[] = []): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'pathql-browser-'));
  const given = process.env.PATHQL_TEST_BROWSER;
  const unpacked = given === undefined ? await unpackedBrowser() : folder;
  writeFileSync(join(folder, 'fonts.conf'), fontSettings(unpacked));
  const browser = await chromium.launch({
    executablePath: given ?? join(unpacked, 'chromium'),
    args: [...switches, hostRules(hosts)],
    env: {
      ...process.env,
      HOME: folder,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'),
    },
  });
  return {
    open: (url, options) => openPage(browser, url, options),
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const switches = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];

function hostRules(hosts: readonly string[]): string {
  const known = hosts.map((host) => `MAP ${host} 127.0.0.1`);
  return `--host-resolver-rules=${[...known, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(' , ')}`;
}

function fontSettings(unpacked: string): string {
  const fonts = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
  const prefer = (family: string, font: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  return [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    `<dir>${join(unpacked, 'fonts')}</dir><dir>${join(fonts, 'ttf')}</dir>`,
    prefer('monospace', 'DejaVu Sans Mono') + prefer('sans-serif', 'Open Sans'),
    `${prefer('system-ui', 'Open Sans')}<cachedir>${join(unpacked, 'font-cache')}</cachedir></fontconfig>`,
  ].join('\n');
}

async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<TestPage> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions,
    ...options,
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const faults: string[] = [];
  const { origin } = new URL(url);
  page.on('pageerror', (error) => faults.push(`threw: ${error.message}`));
  page.on('console', (message) => {
    const isRefusedQuery = message.text().includes('status of 400');
    if (message.type() === 'error' && !isRefusedQuery) faults.push(message.text());
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.protocol.startsWith('http') && target.origin !== origin) faults.push(request.url());
  });
  await page.goto(url);
  return Object.assign(page, { faults });
}
