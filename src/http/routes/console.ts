// Answers GET / and GET /assets/<name>: the console, a web page that uses the public interface and nothing else.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PathqlError } from '../../errors.ts';
import type { AppContext } from '../app-context.ts';
import type { ConsoleFile } from '../console-files.ts';

const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Their names hold a digest of what is in them. */
const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
} as const;

export function consolePageRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  return sendFile('index.html', pageHeaders, { request, reply, context });
}

export function consoleAssetRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  const { name } = request.params as { readonly name: string };
  return sendFile(`assets/${name}`, assetHeaders, { request, reply, context });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly context: AppContext;
}

async function sendFile(
  name: string,
  headers: Readonly<Record<string, string>>,
  { request, reply, context }: Exchange,
): Promise<FastifyReply> {
  const file = await context.consoleFiles?.find(name, request.headers['accept-encoding']);
  if (file === undefined) throw missing(name);
  reply.headers({ ...headers, vary: 'accept-encoding', etag: file.tag });
  if (isKnown(file, request.headers['if-none-match'])) return reply.code(304).send();
  if (file.encoding !== undefined) reply.header('content-encoding', file.encoding);
  return reply.header('content-type', file.contentType).send(file.body);
}

function isKnown({ tag }: ConsoleFile, tags = ''): boolean {
  return tags.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}

function missing(name: string): PathqlError {
  const message = `The console has no '${name.slice(0, 200)}'; reload the page at / for its present parts`;
  return new PathqlError('route_not_found', message);
}
