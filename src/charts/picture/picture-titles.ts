// Titles as values of the running picture: Vega looks literal ones up among its own names and trips over
// a column named 'constructor'.
import type { ChartPoints } from '../chart-points.ts';
import { plainText } from '../plain-text.ts';
import { skippedNote } from '../skipped-note.ts';
import { noteStyle } from './picture-theme.ts';

export function titleValues(chart: ChartPoints, title: string | undefined) {
  return {
    x: chart.xTitle,
    y: chart.yTitle,
    series: chart.seriesTitle,
    heading: plainText(title ?? ''),
    note: skippedNote(chart.skipped),
  };
}

export type TitleValues = ReturnType<typeof titleValues>;

/** Without a text there is no room for it. */
export function titleOf(name: keyof TitleValues, text: string) {
  return text === '' ? null : { signal: `titles.${name}` };
}

/** Vega draws no subtitle without a title. */
export function headingOf({ heading, note }: TitleValues) {
  if (heading !== '') {
    return { title: { text: { signal: 'titles.heading' }, subtitle: note } };
  }
  return note === '' ? {} : { title: { text: note, ...noteStyle } };
}
