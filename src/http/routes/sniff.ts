// Answers GET /api/v1/sniff: how a file is written, and a call that reads it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PathqlError } from '../../errors.ts';
import { jsonContentType } from '../../formats/json-document.ts';
import { sniffDocument } from '../../formats/sniff-document.ts';
import type { AppContext } from '../app-context.ts';

export async function sniffRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine }: AppContext,
): Promise<FastifyReply> {
  const path = readPath(request.query as Readonly<Record<string, unknown>>);
  const { client, workingFolderOnly, left } = request.notes;
  const report = await engine.sniff({ path, client, workingFolderOnly, signal: left.signal });
  return reply.header('content-type', jsonContentType).send(sniffDocument(report));
}

function readPath(parameters: Readonly<Record<string, unknown>>): string {
  const other = Object.keys(parameters).find((name) => name !== 'path');
  if (other !== undefined) {
    const shown = JSON.stringify(other.slice(0, 100));
    throw invalid(`Unknown parameter ${shown}; allowed is "path", of one file`);
  }
  const { path } = parameters;
  if (typeof path === 'string') return path;
  throw invalid(`Expected one "path", of one file, got ${path === undefined ? 'none' : 'several'}`);
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
