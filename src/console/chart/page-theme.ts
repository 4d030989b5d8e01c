// Reads the colours of a chart from the page's style sheet: those of its theme by day or by night.
import type { ChartTheme } from '../../charts/plot/chart-theme.ts';

const seriesColours = 8;

export function pageTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: colour('surface'),
    ink: colour('ink'),
    softInk: colour('ink-soft'),
    grid: colour('line'),
    zero: colour('line-strong'),
    series: Array.from({ length: seriesColours }, (_none, index) => colour(`chart-${index + 1}`)),
    font: colour('sans'),
  };
}
