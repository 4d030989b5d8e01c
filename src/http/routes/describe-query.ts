// Describes POST and GET /api/v1/query: the parameters, the body, and the answer in each format.
import { answerFormatNames, answerFormats } from '../../formats/answer-formats.ts';
import { inputFormats } from '../../query/query-request.ts';
import { formParameters } from '../answer-form.ts';
import type { MediaType, Operation, Parameter, Response, Schema } from '../openapi/operation.ts';
import { requestTimeout } from '../openapi/request-timeout.ts';
import { array, count, object, oneWord, text } from '../openapi/schemas.ts';

const example = 'SELECT city, COUNT(*) FROM examples/users.csv GROUP BY city';
const description = 'Files are named by path where tables stand: `SELECT * FROM users.csv`.';

const formSchemas: Readonly<Record<keyof typeof formParameters, Schema>> = {
  format: { ...oneWord(...answerFormatNames), default: 'json' },
  types: { type: 'boolean', default: false },
  stream: { type: 'boolean', default: false },
  end: { type: 'string', pattern: '^[\\w-]{8,64}$' },
};

const formDescriptions: Readonly<Record<keyof typeof formParameters, string>> = {
  format: 'Of the answer. Without it the header Accept chooses.',
  types: 'Whether a JSON answer has the types of the columns.',
  stream: 'Whether rows are sent while the query runs: of NDJSON, CSV and TSV.',
  end: 'Ends a streamed answer, after the record separator (U+001E), with the figures or the error behind it as JSON.',
};

const form = (Object.keys(formParameters) as (keyof typeof formParameters)[]).map(
  (name): Parameter => ({
    name,
    in: 'query',
    description: formDescriptions[name],
    schema: formSchemas[name],
  }),
);

const answer: Schema = {
  type: 'object',
  required: ['columns', 'rows', 'stats'],
  properties: {
    columns: { ...array(text()), description: 'Names, in the order of the result.' },
    types: { ...array(text()), description: "DuckDB's names of their types, with `types=true`." },
    rows: {
      ...array({ type: 'array', items: {} }),
      description: 'A list for each row, its values in the order of the columns.',
    },
    stats: object({
      rows_scanned: count('Rows of the files, each mention of a file counted.'),
      rows_returned: count('The length of `rows`.'),
      execution_time_ms: { type: 'number', minimum: 0, description: 'With fractions.' },
    }),
  },
};

const answerExample = {
  columns: ['city', 'COUNT(*)'],
  rows: [
    ['Lisbon', 2],
    ['Turin', 2],
  ],
  stats: { rows_scanned: 15, rows_returned: 2, execution_time_ms: 2.6 },
};

/** Other formats than JSON are text or bytes to a client that was made of the document. */
const otherFormats = answerFormatNames
  .filter((name) => name !== 'json')
  .map((name): [string, MediaType] => [answerFormats[name].mediaType, { schema: text() }]);

const answered = {
  description:
    'The complete answer. Numbers have all their digits: read them with a parser that keeps these.',
  headers: {
    'x-rows-returned': {
      description: 'Where the answer is not JSON.',
      schema: count('Rows of the answer.'),
    },
    'x-rows-scanned': { description: 'Likewise.', schema: count('Rows of the files.') },
    'x-execution-time-ms': { description: 'Likewise.', schema: { type: 'number' } },
    trailer: {
      description: 'With `stream=true`: the names of the figures that follow the rows.',
      schema: text(),
    },
    'x-pathql-warning': {
      description:
        'What read options left out or filled up: sentences parted by `, `, each percent-encoded.',
      schema: text(),
    },
  },
  content: {
    'application/json': { schema: answer, example: answerExample },
    ...Object.fromEntries(otherFormats),
  },
} as const satisfies Response;

const cacheHeaders = {
  etag: { description: 'Of this answer, for If-None-Match.', schema: text() },
  'cache-control': { description: 'Whether the answer may be kept.', schema: text() },
};

export const queryBody = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        // No additionalProperties: a generated client of Java would write none of these.
        description: 'Other members are refused.',
        required: ['sql'],
        properties: {
          sql: text('One SELECT; files are named by path.'),
          input_format: {
            type: 'string',
            pattern: `^(?:${inputFormats.map(anyCase).join('|')})$`,
            default: 'CSV',
            description: 'Other than CSV, it must be the kind of every file of the query.',
          },
          // No type: generated clients that get two to choose from do not compile, or cannot write either.
          params: { description: 'Values of `?` and `$1` as a list, of `$name` as an object.' },
        },
      },
      example: { sql: example },
    },
  },
} as const;

export const postQueryOperation: Operation = {
  operationId: 'query',
  tags: ['Queries'],
  summary: 'Run one query',
  description,
  parameters: [requestTimeout, ...form],
  requestBody: queryBody,
  responses: { 200: answered },
};

export const getQueryOperation: Operation = {
  operationId: 'queryByAddress',
  tags: ['Queries'],
  summary: 'Run one query that is in the address',
  description,
  parameters: [
    {
      name: 'sql',
      in: 'query',
      required: true,
      description: 'One SELECT; files are named by path.',
      schema: text(),
      example,
    },
    {
      name: 'params',
      in: 'query',
      description: 'Values of parameters as JSON: a list for `?` and `$1`, an object for `$name`.',
      schema: text(),
    },
    ...form,
    requestTimeout,
    {
      name: 'If-None-Match',
      in: 'header',
      description: 'Tags of answers that are known.',
      schema: text(),
    },
  ],
  responses: {
    200: { ...answered, headers: { ...answered.headers, ...cacheHeaders } },
    304: {
      description: 'The answer is one that the client knows.',
      headers: cacheHeaders,
    },
  },
};

/** A schema has no flag for letters of any case. */
function anyCase(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `[${letter.toLowerCase()}${letter}]`);
}
