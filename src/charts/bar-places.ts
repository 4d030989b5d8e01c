// Where bars stand: one place for each label, and another one when a label comes again.
import { labelText } from './label-text.ts';

type Value = string | null;

export class BarPlaces {
  readonly labels: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #timesSeen = new Map<string, number>();

  /** The place of the next row, taken when it is asked for. Rows of several series share places. */
  next(label: Value, series: readonly Value[]): () => number {
    const seenKey = JSON.stringify([label, ...series]);
    const timesSeen = this.#timesSeen.get(seenKey) ?? 0;
    this.#timesSeen.set(seenKey, timesSeen + 1);
    const key = JSON.stringify([label, timesSeen]);
    return () => this.#places.get(key) ?? this.#add(key, label);
  }

  #add(key: string, label: Value): number {
    const place = this.labels.push(labelText(label)) - 1;
    this.#places.set(key, place);
    return place;
  }
}
