// Answers GET /api/v1/schema: the columns of a file, their types, and what they hold.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Value } from '../../client/read-json.ts';
import { writeJson } from '../../client/write-json.ts';
import { exactRows } from '../../formats/exact-rows.ts';
import { jsonContentType } from '../../formats/json-document.ts';
import { hasOrder } from '../../query/has-order.ts';
import type { AnswerRequest } from '../../query/query-request.ts';
import { pathLiteral } from '../../text/path-text.ts';
import { identifier } from '../../text/sql-text.ts';
import type { AppContext } from '../app-context.ts';
import type { Operation } from '../openapi/operation.ts';
import { requestTimeout } from '../openapi/request-timeout.ts';
import { array, count, jsonResponse, object, text } from '../openapi/schemas.ts';
import { readParameters, requiredParameter } from '../read-parameters.ts';
import { readRequestTimeout } from '../read-query-request.ts';

const parameters = { path: 'of a file' } as const;

export const schemaOperation: Operation = {
  operationId: 'schema',
  tags: ['Files'],
  summary: 'Tell what the columns of a file are and hold',
  parameters: [
    {
      name: 'path',
      in: 'query',
      required: true,
      description: 'Of a file, or a pattern, as a query would write it.',
      schema: text(),
      example: 'examples/users.csv',
    },
    requestTimeout,
  ],
  responses: {
    200: jsonResponse(
      'The columns in the order of the file. All rows were read.',
      object({
        columns: array(
          object({
            name: text(),
            type: text("DuckDB's name of it."),
            has_nulls: { type: 'boolean' },
            min: { description: 'The least value, as in an answer; null: there is none.' },
            max: { description: 'The greatest value.' },
          }),
        ),
        row_count: count('Rows of the file.'),
      }),
      {
        columns: [{ name: 'age', type: 'BIGINT', has_nulls: false, min: 23, max: 61 }],
        row_count: 15,
      },
    ),
  },
};

export async function schemaRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  const path = requiredParameter(readParameters(request, parameters), 'path', parameters);
  const ask = asker(request, context);
  const table = pathLiteral(path);
  const columns = await ask(`DESCRIBE SELECT * FROM ${table}`);
  const facts: Value[] = [];
  let rowCount: Value = 0;
  for (let start = 0; start < columns.length; start += columnsAtOnce) {
    const some = columns.slice(start, start + columnsAtOnce);
    const list = some.map(([name, type]) => factsOf(String(name), String(type))).join(', ');
    const [row = []] = await ask(`SELECT count(*), ${list} FROM ${table}`);
    const [count = 0, ...values] = row;
    rowCount = count;
    facts.push(...values);
  }
  const document = {
    columns: columns.map(([name = '', type = ''], i) => {
      const [has_nulls = false, min = null, max = null] = facts.slice(3 * i, 3 * i + 3);
      return { name, type, has_nulls, min, max };
    }),
    row_count: rowCount,
  };
  return reply.header('content-type', jsonContentType).send(writeJson(document));
}

/** Three facts of each, as a result may have 10,000 columns. */
const columnsAtOnce = 1_000;

function factsOf(name: string, type: string): string {
  const column = identifier(name);
  const ends = hasOrder(type) ? `min(${column}), max(${column})` : 'NULL, NULL';
  return `count(*) > count(${column}), ${ends}`;
}

type Ask = (sql: string) => Promise<readonly (readonly Value[])[]>;

/** Numbers keep their digits. */
function asker({ id, headers, notes }: FastifyRequest, { engine }: AppContext): Ask {
  const timeoutMs = readRequestTimeout(headers);
  const { client, workingFolderOnly, disconnect } = notes;
  const common: Omit<AnswerRequest, 'sql'> = {
    ...{ id, client, workingFolderOnly, signal: disconnect.signal, layout: 'json-array' },
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  return async (sql) => exactRows(await engine.answer({ ...common, sql }));
}
