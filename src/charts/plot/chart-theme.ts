// Names the colours and letters that a chart is drawn with.

export interface ChartTheme {
  readonly paper: string;
  readonly ink: string;
  /** For what only explains: ticks, titles of axes, notes. */
  readonly softInk: string;
  /** Behind the values. */
  readonly grid: string;
  /** Where zero is. */
  readonly zero: string;
  /** In the order of the series, and from the start again. */
  readonly series: readonly string[];
  /** A list of families as CSS has it. */
  readonly font: string;
}

/** The console's colours by day: a chart looks alike on the page and in a file. */
export const lightTheme: ChartTheme = {
  paper: '#ffffff',
  ink: '#1b211f',
  softInk: '#525c58',
  grid: '#dfe3e0',
  zero: '#868d89',
  series: ['#0f7f6d', '#d1701c', '#3f6fc4', '#b23a67', '#7c6bc0', '#9a7b10', '#4d8b31', '#6b7671'],
  font: 'DejaVu Sans, sans-serif',
};

export function seriesColour({ series }: ChartTheme, index: number): string {
  return series[index % series.length] ?? 'currentColor';
}
