// Opens the console over a folder of data for one test file, and says what went wrong on its pages unseen.
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type DataFolder, newDataFolder, type RunningService, startService } from '../program.ts';
import { openBrowser, type TestBrowser, type TestPage } from './browser.ts';
import { ConsoleView } from './console-view.ts';

export interface ConsoleOver {
  open(options?: BrowserContextOptions): Promise<ConsoleView>;
  readonly url: string;
  readonly folder: DataFolder;
}

export function consoleOver(files: Readonly<Record<string, string>>): ConsoleOver {
  let browser: TestBrowser;
  let folder: DataFolder;
  let service: RunningService;
  let pages: TestPage[] = [];
  beforeAll(async () => {
    folder = newDataFolder(files);
    service = await startService({ env: { DATA_DIR: folder.path } });
    browser = await openBrowser();
  });
  afterEach(async () => {
    const faults = pages.flatMap((page) => page.faults);
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    folder?.remove();
  });
  return {
    async open(options) {
      const page = await browser.open(`${service.url}/`, options);
      pages.push(page);
      return new ConsoleView(page);
    },
    get url() {
      return service.url;
    },
    get folder() {
      return folder;
    },
  };
}
