// Shows the result: rows, chart, and the ways to take the rows along.
import type { ChartPanel } from '../chart/chart-panel.ts';
import { button } from '../element.ts';
import type { Answer } from '../query-server.ts';
import { copyText, saveFile } from '../save-file.ts';
import type { Tabs } from '../tabs.ts';
import { type RowFormat, rowFormats, tsvText } from './row-formats.ts';
import { RowGrid } from './row-grid.ts';

export interface ResultPanelOptions {
  readonly frame: HTMLElement;
  readonly bar: HTMLElement;
  readonly tools: HTMLElement;
  readonly grid: HTMLElement;
  readonly chart: ChartPanel;
  readonly tabs: Tabs;
  /** Tells the person what was done. */
  readonly say: (text: string) => void;
}

export type ResultView = 'table' | 'chart';

export class ResultPanel {
  readonly #options: ResultPanelOptions;
  #answer: Answer | undefined;
  #grid: RowGrid | undefined;

  constructor(options: ResultPanelOptions) {
    this.#options = options;
    const copy = button('Copy', () => void this.#copy(), {
      class: 'quiet',
      attributes: { title: 'Copy the selected cells, or all rows, with column names (TSV)' },
    });
    const saves = rowFormats.map((format) =>
      button(`↓ ${format.label}`, () => this.#save(format), {
        class: 'quiet',
        attributes: {
          'aria-label': `Download as ${format.label}`,
          title: `Download as ${format.label}`,
        },
      }),
    );
    options.tools.append(copy, ...saves);
  }

  show(answer: Answer, view: ResultView): void {
    const { frame, bar, grid, chart, tabs } = this.#options;
    this.#grid?.close();
    this.#answer = answer;
    frame.classList.remove('stale');
    chart.take(answer);
    bar.hidden = false;
    // The grid measures itself, so that its panel has to show.
    tabs.select('table-panel');
    this.#grid = new RowGrid(grid, answer);
    if (view === 'chart') tabs.select('chart-panel');
  }

  /** What shows is not the answer to the last query. */
  markStale(): void {
    this.#options.frame.classList.add('stale');
  }

  async #copy(): Promise<void> {
    if (this.#grid === undefined) return;
    const table = this.#grid.toCopy();
    const rows = `${table.rows.length.toLocaleString('en')} row${table.rows.length === 1 ? '' : 's'}`;
    try {
      await copyText(tsvText(table, true));
      this.#options.say(`Copied ${rows} with column names.`);
    } catch (fault) {
      this.#options.say(`Nothing was copied: ${fault instanceof Error ? fault.message : fault}`);
    }
  }

  #save({ extension, mediaType, write }: RowFormat): void {
    if (this.#answer === undefined) return;
    saveFile(`result.${extension}`, new Blob([...write(this.#answer)], { type: mediaType }));
  }
}
