// What a chart is drawn from: the columns of an answer and the texts of its values.

export type ChartColumnKind = 'number' | 'time' | 'boolean' | 'text';

export interface ChartColumn {
  readonly name: string;
  readonly kind: ChartColumnKind;
}

export type ChartRow = readonly (string | null)[];

export interface ChartData {
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly ChartRow[];
}
