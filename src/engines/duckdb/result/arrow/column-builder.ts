// Declares what collects the values of a column in the buffers that Arrow has for its type.
import type { Vector } from '@duckdb/node-bindings';
import type { Data } from 'apache-arrow';
import type { Range } from '../valid-rows.ts';

export interface ColumnBuilder {
  append(vector: Vector, range: Range): void;
  /** That are collected. */
  readonly bytes: number;
  /** Gives what was collected, and begins anew. */
  take(): Data;
}
