// The series of a chart: the values of the series columns, and the name of the number column if several.
import type { ChartColumn, ChartRow } from './chart-data.ts';
import type { ChartChoice } from './choose-chart.ts';
import { labelText } from './label-text.ts';
import { plainText } from './plain-text.ts';

export class SeriesNames {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #columns: readonly ChartColumn[];
  readonly #choice: ChartChoice;

  constructor(columns: readonly ChartColumn[], choice: ChartChoice) {
    this.#columns = columns;
    this.#choice = choice;
  }

  indexOf(row: ChartRow, column: number): number {
    const values = this.#choice.series.map((index) => row[index] ?? null);
    const key = JSON.stringify([...values, column]);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const parts = values.map(labelText);
    if (this.#choice.y.length > 1) parts.push(plainText(this.#columns[column]?.name ?? ''));
    const index = this.names.push(parts.join(' · ')) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}
