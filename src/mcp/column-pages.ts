// Gives the columns of a wide file in pages, each behind the last column of the page before.
import { PathqlError } from '../errors.ts';
import { fittingCount } from './fitting-count.ts';
import type { ToolParameter } from './tool.ts';

interface Column {
  readonly name: string;
}

export const afterColumn = {
  type: 'string',
  description: 'the last column of the page before: show the columns behind it',
  isOptional: true,
} as const satisfies ToolParameter;

export function columnsAfter<C extends Column>(
  after: string | undefined,
  columns: readonly C[],
): readonly C[] {
  if (after === undefined) return columns;
  const at = columns.findIndex(({ name }) => name === after);
  if (at !== -1) return columns.slice(at + 1);
  const message = `Expected "after" to be the name of a column, got ${JSON.stringify(after)}, which the file does not have`;
  throw new PathqlError('request_invalid', message);
}

/** As many as fit, and at least one, so that the pages come to an end. */
export function columnCount(texts: readonly string[], rest: string): number {
  return Math.min(texts.length, Math.max(1, fittingCount(texts, rest)));
}

/** `path` as it was given. */
export function nextColumns(
  tool: 'schema' | 'sniff',
  path: string,
  shown: readonly Column[],
): string {
  const next = JSON.stringify({ path, after: shown.at(-1)?.name });
  return `Cut: there are more columns. For the next ones call ${tool} with ${next}`;
}
