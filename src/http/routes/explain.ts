// Answers POST /api/v1/explain: what a query would read, without running it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { explainDocument } from '../../formats/explain-document.ts';
import { jsonContentType } from '../../formats/json-document.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';
import { requestTimeout } from '../openapi/request-timeout.ts';
import { array, count, jsonResponse, object, oneWord, text } from '../openapi/schemas.ts';
import { readParameters } from '../read-parameters.ts';
import { checkBodyHeaders, readQueryBody, readRequestTimeout } from '../read-query-request.ts';
import { queryBody } from './describe-query.ts';

export const explainOperation: Operation = {
  operationId: 'explain',
  tags: ['Queries'],
  summary: 'Tell what a query would read',
  description: 'The query does not run. Files whose columns are not known yet are read for them.',
  parameters: [requestTimeout],
  requestBody: queryBody,
  responses: {
    200: jsonResponse(
      'Every mention of files, in the order of the query.',
      object({
        tables: array(
          object({
            written: { ...array(text()), description: 'Paths and patterns as the query has them.' },
            kind: text('What the files are: CSV, JSON, JSON lines, Parquet or log.'),
            files: array(object({ path: text(), bytes: count('Of the file.') })),
            row_count: count('Of all these files.'),
            is_cached: { type: 'boolean', description: 'Answered from the table cache.' },
            is_part: {
              type: 'boolean',
              description: 'The first rows of the file: the query needs no others.',
            },
            is_rewritten: {
              type: 'boolean',
              description: 'Clean copies are made of the files first, and read instead.',
            },
            columns: array(object({ name: text(), type: text("DuckDB's name of it.") })),
            dialects: {
              ...array(
                object({
                  file_count: count('Files written so.'),
                  delimiter: text(),
                  quote: text('Empty: quotes are text.'),
                  escape: text(),
                  encoding: text(),
                  compression: text(),
                  header: { type: 'boolean' },
                  line_end: oneWord('LF', 'CRLF', 'CR'),
                }),
              ),
              description: 'How CSV files are written; none of those that are rewritten.',
            },
            warnings: { ...array(text()), description: 'What options leave out.' },
          }),
        ),
      }),
    ),
  },
};

export async function explainRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine }: AppContext,
): Promise<FastifyReply> {
  checkBodyHeaders(request.headers);
  readParameters(request, {});
  const { client, workingFolderOnly, disconnect } = request.notes;
  const timeoutMs = readRequestTimeout(request.headers);
  const tables = await engine.explain({
    ...readQueryBody(request.body as Buffer | undefined),
    ...{ client, workingFolderOnly, signal: disconnect.signal },
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const document = `{"tables":[${tables.map(explainDocument).join(',')}]}`;
  return reply.header('content-type', jsonContentType).send(document);
}
