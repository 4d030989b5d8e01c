// Declares the steps that a Spark query is written in, and how the operators of a plan add them.
import type { PlanNode } from './plan-node.ts';

/** A common table of the query being written, with the columns c0, c1, …. */
export interface Step {
  readonly name: string;
  readonly width: number;
  /** How many operators Spark sees, as it copies a common table for each mention. */
  readonly size: number;
}

export interface StepWriter {
  /** Writes what gives the rows of `node`. */
  step(node: PlanNode): Step;
  /** Adds a step of the SQL of a SELECT. */
  add(sql: string, width: number, inputs: readonly Step[]): Step;
  /** Reads columns of a table, by position. */
  scan(name: unknown, columns: readonly number[]): Step;
  /** Keeps the step of a common table of the query under the number that its mentions have. */
  define(index: number, step: Step): void;
  defined(index: number): Step;
  /** Writes the inner side of a join that may refer to values of the outer rows. */
  within(outerValues: Step, write: () => Step): Step;
  /** Those values, for the innermost such join. */
  outerValues(): Step;
}

export type WriteOperator = (node: PlanNode, writer: StepWriter) => Step;

export function columnsOf({ width }: Pick<Step, 'width'>, alias?: string): string[] {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Array.from({ length: width }, (_, i) => `${prefix}c${i}`);
}
