import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { newToken, tokenLine } from '../../src/http/access/token-line.ts';
import { routes } from '../../src/http/routes/route-table.ts';
import { type OpenApiDocument, responseChecker } from '../openapi/check-response.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { newApp, testVersion } from './new-app.ts';

async function documentOf(app = newApp().app): Promise<OpenApiDocument> {
  return (await app.inject('/api/v1/openapi.json')).json();
}

async function appWithTokens() {
  const folder = await temporaryFolder({ tokens: tokenLine('ann', newToken()) });
  return newApp(undefined, { apiTokensFile: join(folder, 'tokens') }).app;
}

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

test('is valid OpenAPI 3.1 to a validator that is not ours', async () => {
  for (const document of [await documentOf(), await documentOf(await appWithTokens())]) {
    expect(document).toMatchObject({ info: { title: 'Pathql', version: testVersion } });
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  }
});

test('has every route of the service but its pages, each once by a name of its own', async () => {
  const operations = operationsOf(await documentOf());
  expect(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted(),
  ).toEqual(
    routes
      .filter(({ operation }) => operation !== null)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  );
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

/** What makes clients that openapi-generator 7.14 makes for Go, Java, Python, Rust or TypeScript fail, by its schema. */
function faultOf(schema: Readonly<Record<string, unknown>>): string | null {
  const { type, format, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const isInteger = [type].flat().includes('integer');
  const [first, second, ...others] = (schema.oneOf ?? []) as { readonly type?: string }[];
  const isObjectOrNull = first?.type === 'object' && second?.type === 'null' && others.length === 0;
  if ('anyOf' in schema || 'allOf' in schema) return 'types that do not compile';
  if ('oneOf' in schema && !isObjectOrNull) return 'types that do not compile';
  if (('enum' in schema || 'const' in schema) && type !== 'string') return 'a value of any type';
  if (schema.additionalProperties === false) return 'a map that writes no members, in Java';
  if (isInteger && format !== 'int64' && Number(maximum) >= 2 ** 31) return 'an integer of 32 bits';
  return null;
}

test('has no schema that generated clients cannot compile, write or read', async () => {
  const faults: string[] = [];
  const look = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    const fault = Array.isArray(value) ? null : faultOf(value as Record<string, unknown>);
    if (fault !== null) faults.push(`${path}: ${fault}`);
    for (const [key, inner] of Object.entries(value)) look(inner, `${path}/${key}`);
  };
  look(await documentOf(), '');
  expect(faults).toEqual([]);
});

test('asks for a token where the service does', async () => {
  for (const { operation } of operationsOf(await documentOf())) {
    expect(operation.security).toEqual([]);
    expect(operation.responses).not.toHaveProperty('401');
  }
  const app = await appWithTokens();
  for (const { method, path, operation } of operationsOf(await documentOf(app))) {
    const url = `${path}?path=x`;
    const { statusCode } = await app.inject({ method: method === 'get' ? 'GET' : 'POST', url });
    expect({ path, security: operation.security }).toEqual({
      path,
      security: statusCode === 401 ? [{ token: [] }] : [],
    });
    expect(Object.hasOwn(operation.responses, '401')).toBe(statusCode === 401);
  }
});

test('every example is an answer that its own schema allows', async () => {
  const document = await documentOf();
  const check = responseChecker(document);
  const headers = { 'content-type': 'application/json', 'x-request-id': '1' };
  const faults = operationsOf(document).flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content = {} }]) => {
      const { example } = (content['application/json'] ?? {}) as { example?: unknown };
      if (example === undefined) return [];
      const body = JSON.stringify(example);
      return check({ method: method.toUpperCase(), path, status: Number(status), headers, body });
    }),
  );
  expect(faults.length).toBeGreaterThanOrEqual(3);
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

test('a response that is not described is found', async () => {
  const check = responseChecker(await documentOf());
  const health = {
    method: 'GET',
    path: '/api/v1/health',
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' },
    body: '{"status":"ok","version":"1"}',
  };
  expect(check(health)).toBeNull();
  expect(check({ ...health, status: 204 })).toContain('status 204');
  expect(check({ ...health, body: '{"status":' })).toContain('no JSON');
  expect(check({ ...health, body: '{"status":"ok"}' })).toContain('version');
  expect(check({ ...health, body: '{"status":"ok","version":"1","more":1}' })).toContain(
    'additional',
  );
  expect(check({ ...health, headers: { ...health.headers, 'x-new': '1' } })).toContain('x-new');
  expect(
    check({ ...health, headers: { 'content-type': 'text/html', 'x-request-id': '1' } }),
  ).toContain('content type text/html');
  expect(
    check({ ...health, status: 500, body: '{"error":"a","error_type":"no_error"}' }),
  ).toContain('error_type');
  expect(check({ ...health, path: '/nope' })).toContain('status 200');
});
