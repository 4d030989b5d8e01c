// Describes what should have stood in a statement, and where.
import type { TextSpan } from '../../errors.ts';

export interface Expectation {
  readonly message: string;
  readonly span: TextSpan;
}
