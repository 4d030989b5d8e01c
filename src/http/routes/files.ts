// Answers GET /api/v1/files: the files a query may name.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileDocument } from '../../formats/file-document.ts';
import { jsonContentType } from '../../formats/json-document.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';
import { array, count, jsonResponse, object, text } from '../openapi/schemas.ts';
import { readParameters } from '../read-parameters.ts';

const parameters = { under: 'a folder below the data folder' } as const;

export const filesOperation: Operation = {
  operationId: 'listFiles',
  tags: ['Files'],
  summary: 'List the data files',
  parameters: [
    {
      name: 'under',
      in: 'query',
      description: 'List only this folder; it must lie below the data folder.',
      schema: { type: 'string' },
      example: 'examples',
    },
  ],
  responses: {
    200: jsonResponse(
      'The files, nearest to the data folder first.',
      object({
        files: array(
          object({
            path: text('As a query may name it; one with spaces or brackets needs quotes there.'),
            size: count('Bytes.'),
            modified: { type: 'string', format: 'date-time', description: 'UTC.' },
          }),
        ),
        is_cut: { type: 'boolean', description: 'There are more files than are listed.' },
      }),
      {
        files: [{ path: 'examples/users.csv', size: 366, modified: '2024-01-15T14:30:00.000Z' }],
        is_cut: false,
      },
    ),
  },
};

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
