// Makes queries that must fail, each with its category and a message that names what this very request named.

export const failingQueries = {
  syntax: (_files, nonce) => ({
    sql: `SELECT 1 AS c${nonce} FORM replaced-3.csv`,
    errorType: 'parse_error',
    named: 'FROM',
  }),
  column: (_files, nonce) => ({
    sql: `SELECT c${nonce} FROM replaced-3.csv`,
    errorType: 'execution_error',
    named: `c${nonce}`,
  }),
  missing: (_files, nonce) => ({
    sql: `SELECT * FROM missing-${nonce}.csv`,
    errorType: 'invalid_input',
    named: `missing-${nonce}.csv`,
  }),
  ragged: () => ({
    sql: 'SELECT a FROM ragged.csv',
    errorType: 'invalid_input',
    named: 'ragged.csv',
  }),
};

export function isErrorBody(body) {
  return (
    typeof body === 'object' &&
    body !== null &&
    Object.keys(body).sort().join() === 'error,error_type' &&
    typeof body.error === 'string' &&
    ['parse_error', 'execution_error', 'invalid_input', 'internal_error'].includes(body.error_type)
  );
}
