// Describes the answer that a chart is made from: its columns, and the text of each value.
import type { AnswerColumn } from '../query/layouts.ts';

export interface ChartData {
  readonly columns: readonly AnswerColumn[];
  readonly rowCount: number;
  /** As CSV has it; null for NULL. */
  readonly textAt: (row: number, column: number) => string | null;
}
