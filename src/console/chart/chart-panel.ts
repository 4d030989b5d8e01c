// Opens the chart of an answer when a person wants to see it, and draws it anew when its room or the theme changes.
import type { Answer } from '../query-server.ts';
import type { ChartFigure } from './chart-figure.ts';

export class ChartPanel {
  readonly #panel: HTMLElement;
  #answer: Answer | undefined;
  #figure: ChartFigure | undefined;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    const redraw = () => {
      if (!panel.hidden) this.#figure?.draw();
    };
    new ResizeObserver(redraw).observe(panel);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  }

  /** Draws nothing yet: most answers are only read as rows. */
  take(answer: Answer | undefined): void {
    this.#answer = answer;
    this.#figure = undefined;
    this.#panel.replaceChildren();
  }

  async show(): Promise<void> {
    const answer = this.#answer;
    if (answer === undefined) return;
    // Loaded only now: the library that draws is half of all code.
    const { ChartFigure } = await import('./chart-figure.ts');
    if (this.#answer === answer) this.#figure ??= new ChartFigure(this.#panel, answer);
  }
}
