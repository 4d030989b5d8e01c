// Sends a file of a web page that the service brings along, with the headers that keep the page in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PathqlError } from '../errors.ts';
import type { PageFile, PageFiles } from './page-files.ts';

/** For the page itself. */
export const pageHeaders = {
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

/** For its parts, whose names hold a digest of what is in them. */
export const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
} as const;

interface PageFileReply {
  readonly files: PageFiles | undefined;
  readonly name: string;
  readonly headers: typeof pageHeaders | typeof assetHeaders;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export async function sendPageFile({
  files,
  name,
  headers,
  request,
  reply,
}: PageFileReply): Promise<FastifyReply> {
  const file = await files?.find(name, request.headers['accept-encoding']);
  if (file === undefined) throw missing(name);
  reply.headers({ ...headers, vary: 'accept-encoding', etag: file.tag });
  if (isKnown(file, request.headers['if-none-match'])) return reply.code(304).send();
  if (file.encoding !== undefined) reply.header('content-encoding', file.encoding);
  return reply.header('content-type', file.contentType).send(file.body);
}

function isKnown({ tag }: PageFile, tags = ''): boolean {
  return tags.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}

function missing(name: string): PathqlError {
  const message = `The page has no '${name.slice(0, 200)}'; reload it for its present parts`;
  return new PathqlError('route_not_found', message);
}
