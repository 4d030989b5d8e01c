// Makes the chart of an answer from its stored rows.
import type { ChartData } from '../../charts/chart-data.ts';
import { type ChartChoice, chooseChart } from '../../charts/choose-chart.ts';
import { makeChart } from '../../charts/make-chart.ts';
import { cellText } from '../result/cell-text.ts';
import type { MadeChart } from './answer-messages.ts';
import { kindOfType } from './column-kind.ts';
import type { StoredRows } from './stored-rows.ts';

/** Without a choice, the one that suits. */
export function makeAnswerChart(rows: StoredRows, given: ChartChoice | undefined): MadeChart {
  let choice = given;
  try {
    const data = chartDataOf(rows);
    choice ??= chooseChart(data);
    return { choice, chart: makeChart(data, choice) };
  } catch (fault) {
    return { choice, chart: fault instanceof Error ? fault.message : String(fault) };
  }
}

export function chartDataOf(rows: StoredRows): ChartData {
  return {
    columns: rows.columns.map((name, index) => ({
      name,
      kind: kindOfType(rows.types[index] ?? ''),
    })),
    rowCount: rows.rowCount,
    textAt: (row, column) => {
      const value = rows.valueAt(row, column);
      return value === null ? null : cellText(value);
    },
  };
}
