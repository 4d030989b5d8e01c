// Opens the chart of an answer when a person wants to see it, and draws it anew when its room or the theme changes.
import type { ChartChoice } from '../../charts/choose-chart.ts';
import type { PagedAnswer } from '../answer/paged-answer.ts';
import type { ChartFigure } from './chart-figure.ts';

export class ChartPanel {
  readonly #panel: HTMLElement;
  readonly #onQuery: (answer: PagedAnswer, sql: string) => void;
  #answer: PagedAnswer | undefined;
  #figure: ChartFigure | undefined;
  /** What a person chose, or a link did; undefined: what suits. */
  choice: ChartChoice | undefined;

  constructor(panel: HTMLElement, onQuery: (answer: PagedAnswer, sql: string) => void) {
    this.#panel = panel;
    this.#onQuery = onQuery;
    const redraw = () => {
      if (!panel.hidden) this.#figure?.draw();
    };
    new ResizeObserver(redraw).observe(panel);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  }

  /** Draws nothing yet: most answers are only read as rows. */
  take(answer: PagedAnswer | undefined, choice: ChartChoice | undefined): void {
    this.#answer = answer;
    this.#figure = undefined;
    this.choice = choice;
    this.#panel.replaceChildren();
  }

  async show(): Promise<void> {
    const answer = this.#answer;
    if (answer === undefined) return;
    // Loaded only now: the library that draws is half of all code.
    const { ChartFigure } = await import('./chart-figure.ts');
    if (this.#answer !== answer) return;
    this.#figure ??= new ChartFigure({
      panel: this.#panel,
      answer,
      choice: this.choice,
      onChoice: (choice) => {
        this.choice = choice;
      },
      onQuery: (sql) => this.#onQuery(answer, sql),
    });
  }
}
