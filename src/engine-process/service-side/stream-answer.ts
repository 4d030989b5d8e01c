// Streams an answer from its first rows on, while the engine writes the rest.
import {
  type BegunAnswer,
  begunOf,
  type GrowingRows,
  type QueryAnswer,
} from '../../query/query-answer.ts';
import type { AnswerRequest } from '../../query/query-request.ts';
import { growingRows } from './growing-rows.ts';

/** Rejects when the query fails before the first rows. */
export async function streamAnswer(
  request: AnswerRequest,
  run: (request: AnswerRequest) => Promise<QueryAnswer>,
): Promise<BegunAnswer> {
  let onBegin: ((rows: GrowingRows) => void) | undefined;
  const begun = new Promise<GrowingRows>((resolve) => {
    onBegin = resolve;
  });
  const query = run({ ...request, onBegin });
  const first = await Promise.race([begun, query]);
  if ('stats' in first) return begunOf(first);
  const parts = growingRows(first.path, query);
  const close = async () => {
    await parts.return();
    await query.then(
      (answer) => answer.close(),
      () => undefined,
    );
  };
  try {
    const head = await parts.next();
    const rows = () => joined(head, parts);
    const { columns, warnings } = first;
    return { columns, warnings, rows, stats: async () => (await query).stats, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* joined(
  head: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    if (head.done) return;
    yield head.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
