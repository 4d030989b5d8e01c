// The colours of the series and their legend.
import type { ChartPoints } from '../chart-points.ts';
import { titleOf } from './picture-titles.ts';

export function colourEncoding({ kind, series, seriesTitle }: ChartPoints) {
  if (series.length < 2) return {};
  return {
    color: {
      field: 's',
      type: 'nominal' as const,
      sort: null,
      legend: {
        title: titleOf('series', seriesTitle),
        labelExpr: 'series[datum.value]',
        symbolType: kind === 'line' ? 'stroke' : 'circle',
      },
    },
  };
}
