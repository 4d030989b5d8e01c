// Answers GET /api/v1/files: the files a query may name.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonContentType } from '../../formats/json-document.ts';
import type { FileList } from '../../query.ts';
import type { AppContext } from '../app-context.ts';
import { readParameters } from '../read-parameters.ts';

const parameters = { under: 'a folder below the data folder' } as const;

export async function filesRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine }: AppContext,
): Promise<FastifyReply> {
  const { under } = readParameters(request, parameters);
  const { client, workingFolderOnly, left } = request.notes;
  const reach = { client, workingFolderOnly, signal: left.signal };
  const list = await engine.listFiles({ ...reach, ...(under !== undefined && { under }) });
  return reply.header('content-type', jsonContentType).send(fileDocument(list));
}

function fileDocument({ files, isCut }: FileList): string {
  const shown = files.map(({ path, size, modifiedMs }) => ({
    path,
    size,
    modified: new Date(modifiedMs).toISOString(),
  }));
  return JSON.stringify({ files: shown, is_cut: isCut });
}
