// Describes the header by which a client limits how long its query may run.
import type { Parameter } from './operation.ts';

export const requestTimeout: Parameter = {
  name: 'Request-Timeout',
  in: 'header',
  description: 'Milliseconds this query may run. It can lower the limit of the service only.',
  schema: { type: 'integer', minimum: 1, maximum: 999_999_999 },
};
