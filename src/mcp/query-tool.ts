// Runs a query for an assistant: the first rows of its answer, and what is left out.
import { PathqlError } from '../errors.ts';
import { firstWarnings } from '../formats/first-warnings.ts';
import { jsonHead, jsonTail } from '../formats/json-document.ts';
import { readParams } from '../formats/read-params.ts';
import { limits, shownNumber } from '../limits.ts';
import type { QueryAnswer } from '../query/query-answer.ts';
import { type AnswerRequest, inputFormats } from '../query/query-request.ts';
import { firstRows } from './first-rows.ts';
import type { Tool, ToolValues } from './tool.ts';

const mostRows = limits.toolRows.most;
const mostBytes = limits.toolBytes.most;
const usualRows = 200;
/** A glance at what is wrong; the files may be thousands. */
const warningRoom = { bytes: 2_000, lengthOf: Buffer.byteLength };

export const queryTool: Tool = {
  title: 'Run an SQL query',
  description: `Runs one SELECT in DuckDB's SQL over data files and returns columns, their types, rows and figures as JSON. Files are named by path where tables stand: SELECT city, count(*) FROM data/users.csv GROUP BY city. Paths with spaces or other signs, and patterns such as 'logs/*.csv', stand in single quotes. Relative paths start at the data folder. Values may be given by params: WHERE city = ? or $city. It reads only. OFFSET is not supported. The answer holds at most max_rows rows and ${shownNumber(mostBytes)} bytes, and says so when there are more: filter, aggregate or LIMIT rather than read all rows. Where a file cannot be read as it is, sniff gives the call of read_csv that reads it.`,
  parameters: {
    sql: { type: 'string', description: 'the query, one SELECT' },
    params: {
      type: 'json',
      description: 'the values of ? and $1 as an array, or of $name as an object',
      isOptional: true,
    },
    input_format: {
      type: 'string',
      description: 'of all files of the query; CSV leaves it to their names',
      enum: inputFormats,
      isOptional: true,
    },
    max_rows: {
      type: 'integer',
      description: 'the most rows to return',
      minimum: 1,
      maximum: mostRows,
      default: usualRows,
    },
  },
  run: async (values, caller) => {
    const { engine, ...reach } = caller;
    const answer = await engine.answer({ ...reach, ...asked(values), layout: 'json-array' });
    try {
      return await answerTexts(answer, values.integer('max_rows'));
    } finally {
      await answer.close();
    }
  },
};

function asked(values: ToolValues): Pick<AnswerRequest, 'sql' | 'parameters' | 'inputFormat'> {
  const params = values.textOrUndefined('params');
  const format = values.textOrUndefined('input_format')?.toUpperCase();
  return {
    sql: values.text('sql'),
    parameters: params === undefined ? undefined : readParams(params),
    inputFormat: inputFormats.find((known) => known === format),
  };
}

async function answerTexts(answer: QueryAnswer, maxRows: number): Promise<string[]> {
  const { columns, types, stats } = answer;
  const head = jsonHead(columns, types);
  const tail = jsonTail(stats);
  const bytes = mostBytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  if (bytes < 0) throw tooManyColumns(columns.length);
  const { count, text } = await firstRows(answer, { rows: maxRows, bytes });
  const document = `${head}${text}${jsonTail({ ...stats, rowsReturned: count })}`;
  const shown = firstWarnings(stats.warnings ?? [], warningRoom);
  const warnings = shown.map((warning) => `Warning: ${warning}`);
  const isCut = count < stats.rowsReturned;
  return [document, ...(isCut ? [cutNote(count, stats.rowsReturned, maxRows)] : []), ...warnings];
}

function cutNote(count: number, all: number, maxRows: number): string {
  const whole = `the ${shownNumber(all)} rows of the result`;
  if (count === 0) {
    return `Cut: the first of ${whole} alone takes more than the ${shownNumber(mostBytes)} bytes an answer may have. Name fewer columns, or shorten long values with left(column, 100)`;
  }
  const bound =
    count === maxRows ? `max_rows is ${maxRows}` : `more take over ${shownNumber(mostBytes)} bytes`;
  return `Cut: these are the first ${shownNumber(count)} of ${whole}, as ${bound}. Filter, aggregate or name fewer columns to see what matters`;
}

function tooManyColumns(count: number): PathqlError {
  const message = `The names of the ${shownNumber(count)} columns alone take more than the ${shownNumber(mostBytes)} bytes an answer may have. Name the columns you need`;
  return new PathqlError('answer_too_large', message);
}
