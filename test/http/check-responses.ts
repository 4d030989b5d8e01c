// Holds every response of an app in a test against the app's own OpenAPI document.
import * as zlib from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/openapi-document.ts';
import { type Route, routesOf } from '../../src/http/routes/route-table.ts';
import type { Settings } from '../../src/settings/settings.ts';
import {
  type CheckResponse,
  type OpenApiDocument,
  responseChecker,
} from '../openapi/check-response.ts';

/** The test fails after its end when a response is none that the document has. */
export function checkResponses(app: FastifyInstance, settings: Settings): void {
  const faults: string[] = [];
  onTestFinished(() => expect(faults).toEqual([]));
  const routes = routesOf(settings);
  const check = checkerOf(routes, settings.apiTokensFile !== null);
  const isPage = ({ routeOptions: { url } }: FastifyRequest) =>
    routes.some(({ path, operation }) => path === url && operation === null);
  app.addHook('onSend', (request, reply, payload, done) => {
    // Nobody gets the response when the client has left.
    const isSent = !request.notes.disconnect.signal.aborted;
    if (isSent && isSmall(payload) && request.method !== 'OPTIONS' && !isPage(request)) {
      const fault = check({
        method: request.method,
        path: request.url.replace(/^https?:\/\/[^/]*|\?.*$/g, ''),
        status: reply.statusCode,
        headers: reply.getHeaders(),
        body: textOf(payload, reply.getHeader('content-encoding')),
      });
      if (fault !== null) faults.push(fault);
    }
    done();
  });
}

/** To check megabytes takes the time that other tests measure. */
function isSmall(payload: unknown): boolean {
  return !(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < 1_000_000;
}

/** Compiled schemas are kept: most apps have the same document. */
const checkers = new Map<string, CheckResponse>();

function checkerOf(routes: readonly Route[], needsToken: boolean): CheckResponse {
  const document = openApiDocument({ routes, version: '1', needsToken });
  const text = JSON.stringify(document);
  const check = checkers.get(text) ?? responseChecker(document as unknown as OpenApiDocument);
  checkers.set(text, check);
  return check;
}

type Decompress = (bytes: Buffer) => Buffer;

const decompress: Readonly<Record<string, Decompress | undefined>> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  // Node 20 has none, and is sent none.
  zstd: (zlib as { readonly zstdDecompressSync?: Decompress }).zstdDecompressSync,
};

function textOf(payload: unknown, encoding: unknown): string {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload ?? ''));
  return (decompress[String(encoding)]?.(bytes) ?? bytes).toString();
}
