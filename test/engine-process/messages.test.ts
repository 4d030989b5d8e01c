// Tests that an error is the same behind the border of the processes.
import { expect, test } from 'vitest';
import { fromSentError, toSentError } from '../../src/engine-process/messages.ts';
import { PathqlError } from '../../src/errors.ts';

test.each([
  new PathqlError('file_not_found', 'File not found'),
  new PathqlError('sql_syntax', 'Found this', {
    at: { sql: 'SELECT x', span: { start: 7, end: 8 } },
  }),
])('%s arrives as it was', (error) => {
  const arrived = fromSentError(structuredClone(toSentError(error)));
  expect(arrived).toMatchObject({ code: error.code, message: error.message });
  expect(arrived.inPart('x').message).toBe(error.inPart('x').message);
});
