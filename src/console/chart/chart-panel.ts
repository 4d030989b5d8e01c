// Opens the chart of an answer when a person wants to see it, and draws it anew when its room or the theme changes.
import type { PagedAnswer } from '../answer/paged-answer.ts';
import type { ChartFigure } from './chart-figure.ts';
import type { ChartSetting } from './chart-setting.ts';

export class ChartPanel {
  readonly #panel: HTMLElement;
  readonly #onQuery: (answer: PagedAnswer, sql: string) => void;
  #answer: PagedAnswer | undefined;
  #figure: ChartFigure | undefined;
  setting: ChartSetting = {};

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
  take(answer: PagedAnswer | undefined, setting: ChartSetting = {}): void {
    this.#answer = answer;
    this.#figure = undefined;
    this.setting = setting;
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
      setting: this.setting,
      onSetting: (setting) => {
        this.setting = setting;
      },
      onQuery: (sql) => this.#onQuery(answer, sql),
    });
  }
}
