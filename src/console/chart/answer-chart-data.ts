// Hands an answer to the chart as the data it is made from.
import type { ChartData } from '../../charts/chart-data.ts';
import { columnKinds } from '../../client/column-kinds.ts';
import type { Answer } from '../query-server.ts';
import { cellText } from '../result/cell-text.ts';

export function answerChartData(answer: Answer): ChartData {
  const { columns, rows } = answer;
  const kinds = columnKinds(answer);
  return {
    columns: columns.map((name, column) => ({ name, kind: kinds[column] ?? 'text' })),
    rowCount: rows.length,
    textAt: (row, column) => {
      const value = rows[row]?.[column] ?? null;
      return value === null ? null : cellText(value);
    },
  };
}
