// Declares the steps that a Spark query is written in, and how the operators of a plan add them.
import { notOnSpark, type PlanNode } from './plan-node.ts';

/** A common table of the query being written, with the columns c0, c1, …. */
export interface Step {
  readonly name: string;
  readonly width: number;
  /** How many operators Spark sees, as it copies a common table for each mention. */
  readonly size: number;
  /** Whether its rows are the same each time Spark computes them: not where rows without an order are cut or added up. */
  readonly isStable: boolean;
}

export interface StepInputs {
  readonly inputs: readonly Step[];
  /** Of the step itself; true where it is not said. */
  readonly isStable?: boolean;
}

export interface StepWriter {
  /** Writes what gives the rows of `node`. */
  step(node: PlanNode): Step;
  /** Adds a step of the SQL of a SELECT. */
  add(sql: string, width: number, from: StepInputs): Step;
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

/** Refuses to compute rows twice that may differ from one time to the other. */
export function assertStable({ isStable }: Step): void {
  if (isStable) return;
  throw notOnSpark(
    'A LIMIT, DISTINCT ON, numbered rows or a sum of DOUBLE whose result is needed in two places',
  );
}
