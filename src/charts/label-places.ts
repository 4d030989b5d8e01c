// Gives each label its place on an axis; a bar whose label comes again gets another one.
import { labelText } from './label-text.ts';

type Value = string | null;

export class LabelPlaces {
  readonly labels: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #timesSeen = new Map<string, number>();

  /** The place of the next bar, taken when it is asked for. Rows of several series share places. */
  nextBar(label: Value, series: readonly Value[]): () => number {
    const seenKey = JSON.stringify([label, ...series]);
    const timesSeen = this.#timesSeen.get(seenKey) ?? 0;
    this.#timesSeen.set(seenKey, timesSeen + 1);
    return () => this.#place(label, timesSeen);
  }

  /** The one place of all points with this label, taken when it is asked for. */
  ofPoint(label: Value): () => number {
    return () => this.#place(label, 0);
  }

  #place(label: Value, timesSeen: number): number {
    const key = JSON.stringify([label, timesSeen]);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.labels.push(labelText(label)) - 1;
    this.#places.set(key, place);
    return place;
  }
}
