// Answers GET /api/v1/sniff: how a file is written, and a call that reads it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonContentType } from '../../formats/json-document.ts';
import { sniffDocument } from '../../formats/sniff-document.ts';
import type { AppContext } from '../app-context.ts';
import { requiredParameter } from '../read-parameters.ts';

const parameters = { path: 'of one file' } as const;

export async function sniffRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine }: AppContext,
): Promise<FastifyReply> {
  const path = requiredParameter(request, 'path', parameters);
  const { client, workingFolderOnly, left } = request.notes;
  const report = await engine.sniff({ path, client, workingFolderOnly, signal: left.signal });
  return reply.header('content-type', jsonContentType).send(sniffDocument(report));
}
