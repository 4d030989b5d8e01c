// Answers GET /api/v1/files: the files a query may name.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PathqlError } from '../../errors.ts';
import { jsonContentType } from '../../formats/json-document.ts';
import type { FileList } from '../../query.ts';
import type { AppContext } from '../app-context.ts';

export async function filesRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine }: AppContext,
): Promise<FastifyReply> {
  const under = readUnder(request.query as Readonly<Record<string, unknown>>);
  const { client, workingFolderOnly, left } = request.notes;
  const reach = { client, workingFolderOnly, signal: left.signal };
  const list = await engine.listFiles({ ...reach, ...(under !== undefined && { under }) });
  return reply.header('content-type', jsonContentType).send(fileDocument(list));
}

function readUnder(parameters: Readonly<Record<string, unknown>>): string | undefined {
  const other = Object.keys(parameters).find((name) => name !== 'under');
  if (other !== undefined) {
    const shown = JSON.stringify(other.slice(0, 100));
    throw invalid(`Unknown parameter ${shown}; allowed is "under", a folder below the data folder`);
  }
  const { under } = parameters;
  if (under === undefined || typeof under === 'string') return under;
  throw invalid('Expected one "under", a folder below the data folder, got several');
}

function fileDocument({ files, isCut }: FileList): string {
  const shown = files.map(({ path, size, modifiedMs }) => ({
    path,
    size,
    modified: new Date(modifiedMs).toISOString(),
  }));
  return JSON.stringify({ files: shown, is_cut: isCut });
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
