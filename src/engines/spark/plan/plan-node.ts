// Reads nodes of a bound plan, and refuses what they hold that has no reviewed counterpart on Spark.
import { PathqlError } from '../../../errors.ts';

export interface PlanNode {
  readonly [field: string]: unknown;
}

export function notOnSpark(what: string): PathqlError {
  const message = `${what} is not available on Spark yet. The embedded engine (ENGINE=duckdb) has it`;
  return new PathqlError('not_on_spark', message);
}

export function nodeIn(node: PlanNode, field: string): PlanNode {
  const value = node[field];
  if (!isNode(value)) throw unexpected(node, field);
  return value;
}

export function nodesIn(node: PlanNode, field: string): readonly PlanNode[] {
  const value = node[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isNode)) throw unexpected(node, field);
  return value;
}

export function textIn(node: PlanNode, field: string): string {
  const value = node[field];
  if (typeof value !== 'string') throw unexpected(node, field);
  return value;
}

export function numberIn(node: PlanNode, field: string): number {
  const value = node[field];
  if (typeof value !== 'number') throw unexpected(node, field);
  return value;
}

export function isNode(value: unknown): value is PlanNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses a part of a node that is there but has no counterpart. */
export function assertNone(node: PlanNode, fields: readonly string[], what: string): void {
  for (const field of fields) {
    const value = node[field];
    const isNone =
      value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isNone) throw notOnSpark(what);
  }
}

function unexpected(node: PlanNode, field: string): Error {
  return new Error(`The plan has no usable ${field} in ${String(node.type)}`);
}
