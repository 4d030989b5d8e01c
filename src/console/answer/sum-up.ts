// Says how an answer ended: to the person, and for the history.
import { countText, durationText } from '../figures.ts';
import type { Outcome } from '../history/query-history.ts';
import type { FinishedAnswer } from './paged-answer.ts';

export interface AnswerSummary {
  readonly outcome: Outcome;
  readonly text: string;
}

export function sumUp(rowCount: number, { how, stats }: FinishedAnswer): AnswerSummary {
  const rows = countText(rowCount, 'row');
  if (stats === undefined) {
    const why = how === 'stopped' ? 'the query was stopped' : 'the browser keeps no more';
    return { outcome: 'cancelled', text: `The first ${rows}: ${why}. A download has all.` };
  }
  const { rowsScanned, executionTimeMs } = stats;
  const scanned = `${rowsScanned.toLocaleString('en')} scanned`;
  return {
    outcome: { rows: rowCount, milliseconds: executionTimeMs },
    text: [rows, scanned, durationText(executionTimeMs)].join(' · '),
  };
}
