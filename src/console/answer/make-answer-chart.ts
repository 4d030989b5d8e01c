// Makes the chart of an answer from its stored rows.
import type { ChartData } from '../../charts/chart-data.ts';
import { type ChartChoice, chooseChart } from '../../charts/choose-chart.ts';
import { makeChart } from '../../charts/make-chart.ts';
import { columnKind } from '../../client/column-kinds.ts';
import type { ColumnKind } from '../../query/layouts.ts';
import { cellText } from '../result/cell-text.ts';
import type { MadeChart } from './answer-messages.ts';
import { kindOfType } from './column-kind.ts';
import type { StoredRows } from './stored-rows.ts';

/** Without a choice, the one that suits. */
export function makeAnswerChart(rows: StoredRows, given: ChartChoice | undefined): MadeChart {
  let choice = given;
  const data = chartDataOf(rows);
  try {
    choice ??= chooseChart(data);
    return { columns: data.columns, choice, chart: makeChart(data, choice) };
  } catch (fault) {
    return {
      columns: data.columns,
      choice,
      chart: fault instanceof Error ? fault.message : String(fault),
    };
  }
}

export function chartDataOf(rows: StoredRows): ChartData {
  return {
    columns: rows.columns.map((name, index) => ({ name, kind: kindOf(rows, index) })),
    rowCount: rows.rowCount,
    textAt: (row, column) => {
      const value = rows.valueAt(row, column);
      return value === null ? null : cellText(value);
    },
  };
}

/** Texts that are all dates count as times, as in charts of the command line. */
function kindOf(rows: StoredRows, column: number): ColumnKind {
  const kind = kindOfType(rows.types[column] ?? '');
  if (kind !== 'text') return kind;
  return columnKind(rows.rowCount, (row) => rows.valueAt(row, column));
}
