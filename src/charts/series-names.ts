// Numbers the series of a chart and names them: by the values of the series columns, and the number column if several.
import type { ChartData } from './chart-data.ts';
import type { ChartChoice } from './choose-chart.ts';
import { labelText } from './label-text.ts';
import { plainText } from './plain-text.ts';

export class SeriesNames {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #data: ChartData;
  readonly #choice: ChartChoice;

  constructor(data: ChartData, choice: ChartChoice) {
    this.#data = data;
    this.#choice = choice;
  }

  /** Of the point that `row` has for the number column `column`. */
  indexOf(row: number, column: number | undefined): number {
    const values = this.#choice.series.map((index) => this.#data.textAt(row, index));
    const key = JSON.stringify([...values, column]);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const parts = values.map(labelText);
    if (this.#choice.y.length > 1 && column !== undefined) {
      parts.push(plainText(this.#data.columns[column]?.name ?? ''));
    }
    const index = this.names.push(parts.join(' · ')) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}
