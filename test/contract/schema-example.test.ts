// The examples of GET /api/v1/schema, in the docs and in the OpenAPI document, are what it answers for examples/users.csv.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/http/build-app.ts';
import { openEngine } from '../../src/open-engine.ts';
import { testSettings } from '../test-settings.ts';

const root = join(import.meta.dirname, '../..');

interface Schema {
  readonly columns: readonly { readonly name: string }[];
  readonly row_count: number;
}

async function askExamples(address: string): Promise<unknown> {
  const settings = { ...testSettings, dataDir: join(root, 'examples') };
  const log = pino({ level: 'silent' });
  const engine = await openEngine(settings, log);
  const pages = { consoleFolder: null, apiDocsFolder: null };
  const app = buildApp({ settings, engine, log, version: '1', tokens: null, ...pages });
  onTestFinished(() => engine.close());
  return (await app.inject(address)).json();
}

/** An example need not show all columns. */
async function expectTrue(example: Schema): Promise<void> {
  const { columns, row_count } = (await askExamples('/api/v1/schema?path=users.csv')) as Schema;
  expect(example.row_count).toBe(row_count);
  expect(example.columns.length).toBeGreaterThan(0);
  for (const column of example.columns) expect(columns).toContainEqual(column);
}

test('of the docs', async () => {
  const page = readFileSync(join(root, 'docs/http-api.md'), 'utf8');
  const [, section = ''] = page.split('\n## GET /api/v1/schema\n');
  const [, json = ''] = /```json\n(.*?)```/s.exec(section) ?? [];
  await expectTrue(JSON.parse(json));
});

test('of the OpenAPI document', async () => {
  const { paths } = (await askExamples('/api/v1/openapi.json')) as {
    paths: Record<
      string,
      { get: { responses: Record<string, { content: Record<string, { example: Schema }> }> } }
    >;
  };
  const example =
    paths['/api/v1/schema']?.get.responses['200']?.content['application/json']?.example;
  await expectTrue(example as Schema);
});
