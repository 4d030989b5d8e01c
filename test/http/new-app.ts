// A service over a stand-in engine, with the lines it logs.
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { ApiTokens } from '../../src/http/access/api-tokens.ts';
import { buildApp } from '../../src/http/build-app.ts';
import { readSettings, type SettingTexts } from '../../src/settings/read-settings.ts';
import { checkResponses } from './check-responses.ts';
import { StandInEngine } from './stand-in-engine.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly engine: StandInEngine;
  readonly logLines: Record<string, unknown>[];
}

export const testVersion = '7.8.9';

export function newApp(
  engine = new StandInEngine(),
  flags: SettingTexts = {},
  consoleFolder: string | null = null,
  apiDocsFolder: string | null = null,
): TestApp {
  const logLines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const settings = readSettings({}, flags);
  const log = pino({ level: settings.logLevel }, stream);
  const path = settings.apiTokensFile;
  const tokens = path === null ? null : new ApiTokens({ path, log });
  const app = buildApp({
    settings,
    engine,
    log,
    version: testVersion,
    consoleFolder,
    apiDocsFolder,
    tokens,
  });
  checkResponses(app, settings);
  return { app, engine, logLines };
}

/** Posts a body to the query route. */
export function post(app: FastifyInstance, payload: string | Buffer, headers = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/v1/query',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
}
