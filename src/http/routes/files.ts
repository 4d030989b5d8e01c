// Answers GET /api/v1/files: the files a query may name.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PathqlError } from '../../errors.ts';
import { fileDocument } from '../../formats/file-document.ts';
import { jsonContentType } from '../../formats/json-document.ts';
import { limits } from '../../limits.ts';
import { quoted } from '../../text/quoted.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation, Schema } from '../openapi/operation.ts';
import { array, count, countOrNull, jsonResponse, object, text } from '../openapi/schemas.ts';
import { readFlag } from '../read-flag.ts';
import { readParameters } from '../read-parameters.ts';

const { most } = limits.listedFiles;

const parameters = {
  under: 'a folder below the data folder',
  matching: 'words that paths hold',
  after: 'the last path of the page before',
  limit: `a whole number from 1 to ${most}`,
  folders: 'true or false',
} as const;

const folders: Schema = {
  ...array(
    object({
      path: text('As `under` takes it.'),
      files: count('In it, and not in the folders in it.'),
    }),
  ),
  description: 'With `folders=true`: those that have files.',
};

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
    {
      name: 'matching',
      in: 'query',
      description: 'List only files whose path holds each of these words, in any letter case.',
      schema: text(),
    },
    {
      name: 'after',
      in: 'query',
      description: 'The last path of the page before: list those behind it.',
      schema: text(),
    },
    {
      name: 'limit',
      in: 'query',
      description: 'Files of a page.',
      schema: { type: 'integer', minimum: 1, maximum: most, default: most },
    },
    {
      name: 'folders',
      in: 'query',
      description: 'Whether to count the files of each folder, too.',
      schema: { type: 'boolean', default: false },
    },
  ],
  responses: {
    200: jsonResponse(
      'The files, nearest to the data folder first.',
      {
        ...object({
          files: array(
            object({
              path: text('As a query may name it; one with spaces or brackets needs quotes there.'),
              size: count('Bytes.'),
              modified: { type: 'string', format: 'date-time', description: 'UTC.' },
            }),
          ),
          is_cut: { type: 'boolean', description: 'There are more files than are listed.' },
          file_count: countOrNull('Of all pages; null: not all folders were looked at.'),
          folders,
        }),
        required: ['files', 'is_cut', 'file_count'],
      },
      {
        files: [{ path: 'examples/users.csv', size: 366, modified: '2024-01-15T14:30:00.000Z' }],
        is_cut: false,
        file_count: 1,
      },
    ),
  },
};

export async function filesRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine }: AppContext,
): Promise<FastifyReply> {
  const { folders, limit, ...asked } = readParameters(request, parameters);
  const { client, workingFolderOnly, disconnect } = request.notes;
  const list = await engine.listFiles({
    ...{ client, workingFolderOnly, signal: disconnect.signal },
    ...asked,
    ...(limit !== undefined && { limit: readLimit(limit) }),
    ...(readFlag('folders', folders) && { countsFolders: true }),
  });
  return reply.header('content-type', jsonContentType).send(fileDocument(list));
}

function readLimit(given: string): number {
  const limit = Number(given);
  if (/^\d+$/.test(given) && limit >= 1 && limit <= most) return limit;
  const message = `Expected "limit" to be ${parameters.limit}, got ${quoted(given)}`;
  throw new PathqlError('request_invalid', message);
}
