// Answers GET /api/v1/sniff: how a file is written, and a call that reads it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonContentType } from '../../formats/json-document.ts';
import { sniffDocument } from '../../formats/sniff-document.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';
import {
  array,
  count,
  jsonResponse,
  object,
  objectOrNull,
  oneWord,
  text,
  textOrNull,
} from '../openapi/schemas.ts';
import { readParameters, requiredParameter } from '../read-parameters.ts';

const parameters = { path: 'of one file' } as const;

const line = { line: count('Counted from 1.'), text: text() };

export const sniffOperation: Operation = {
  operationId: 'sniff',
  tags: ['Files'],
  summary: 'Tell how a file is written, and a call that reads it',
  parameters: [
    {
      name: 'path',
      in: 'query',
      required: true,
      description: 'Of one file, as a query would write it.',
      schema: { type: 'string' },
      example: 'examples/users.csv',
    },
  ],
  responses: {
    200: jsonResponse(
      'What was found, all of it tried on the whole file.',
      object({
        path: text(),
        call: text('A call of read_csv that reads the file, to stand behind FROM.'),
        records: count('That the call reads.'),
        problem: textOrNull('Why the file is not read without options.'),
        summary: text('What the call reads, and what it leaves out.'),
        other_call: textOrNull(
          'Where it was guessed whether the first record holds names or data: takes it for the other.',
        ),
        typed_call: textOrNull('Reads dates and numbers in other notations with their types.'),
        typed_problem: textOrNull('Why columns that seem to fit are not in `typed_call`.'),
        delimiter: text(),
        quote: text('Empty: quotes are text.'),
        escape: text(),
        line_end: oneWord('LF', 'CRLF', 'CR'),
        encoding: text(),
        compression: text(),
        header: object({ ...line, is_data: { type: 'boolean' } }),
        preamble: { ...array(object(line)), description: 'Lines above the header.' },
        footer: { ...objectOrNull(line), description: 'The first line below the records.' },
        columns: array(
          object({
            name: text(),
            type: textOrNull('That a query sees without given types. Null: there are no values.'),
            notation: textOrNull('Dates, numbers or codes that are kept as text.'),
            example: { ...objectOrNull(line), description: 'The first value.' },
          }),
        ),
      }),
    ),
  },
};

export async function sniffRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { engine }: AppContext,
): Promise<FastifyReply> {
  const path = requiredParameter(readParameters(request, parameters), 'path', parameters);
  const { client, workingFolderOnly, disconnect } = request.notes;
  const report = await engine.sniff({ path, client, workingFolderOnly, signal: disconnect.signal });
  return reply.header('content-type', jsonContentType).send(sniffDocument(report));
}
