// Draws the chart of an answer, with what it shows for a person to choose.
import type { Chart } from '../../charts/chart.ts';
import type { ChartData } from '../../charts/chart-data.ts';
import { type ChartChoice, chooseChart } from '../../charts/choose-chart.ts';
import { makeChart } from '../../charts/make-chart.ts';
import { drawChart } from '../../charts/plot/draw-chart.ts';
import { button, element } from '../element.ts';
import type { Answer } from '../query-server.ts';
import { saveFile } from '../save-file.ts';
import { answerChartData } from './answer-chart-data.ts';
import { chartTools } from './chart-tools.ts';
import { pageTheme } from './page-theme.ts';
import { pngFile, svgFile } from './save-chart.ts';

/** Where nothing suits, a person may still pick something that does. */
const anyChoice: ChartChoice = { kind: 'bar', x: 0, y: [], series: [] };
const minSize = { width: 360, height: 240 };

export class ChartFigure {
  readonly #panel: HTMLElement;
  readonly #data: ChartData;
  readonly #tools: HTMLElement;
  readonly #figure = element('figure', { class: 'chart' });
  /** Undefined: a text stands in its place. */
  #chart: Chart | undefined;

  /** Fills `panel`. */
  constructor(panel: HTMLElement, answer: Answer) {
    this.#panel = panel;
    this.#data = answerChartData(answer);
    const chosen = attempt(() => chooseChart(this.#data));
    this.#tools = this.#makeTools(chosen instanceof Error ? anyChoice : chosen);
    panel.replaceChildren(this.#tools, this.#figure);
    if (chosen instanceof Error) this.#show(chosen);
    else this.#choose(chosen);
  }

  /** The tools stay in place, or the one in use would lose the focus. */
  draw(): void {
    if (this.#chart === undefined) return;
    const { clientWidth, clientHeight } = this.#panel;
    const room = {
      width: Math.max(minSize.width, clientWidth),
      height: Math.max(minSize.height, clientHeight - this.#tools.offsetHeight),
    };
    const svg = drawChart(this.#chart, { document, theme: pageTheme(), room });
    if (svg instanceof SVGSVGElement) this.#figure.replaceChildren(svg);
  }

  #choose(choice: ChartChoice): void {
    this.#show(attempt(() => makeChart(this.#data, choice)));
  }

  /** What cannot be drawn is told where the chart would be. */
  #show(chart: Chart | Error): void {
    if (chart instanceof Error) {
      this.#chart = undefined;
      this.#figure.replaceChildren(element('p', { class: 'empty', text: chart.message }));
      return;
    }
    this.#chart = chart;
    this.draw();
  }

  #makeTools(choice: ChartChoice): HTMLElement {
    const onPick = (picked: ChartChoice) => this.#choose(picked);
    return element('div', { class: 'chart-tools' }, [
      ...chartTools({ data: this.#data, choice, onPick }),
      element('span', { class: 'spacer' }),
      this.#saveButton('svg'),
      this.#saveButton('png'),
    ]);
  }

  #saveButton(kind: 'svg' | 'png'): HTMLButtonElement {
    const name = kind.toUpperCase();
    const attributes = { 'aria-label': `Save as ${name}` };
    return button(`↓ ${name}`, () => void this.#save(kind), { class: 'quiet', attributes });
  }

  async #save(kind: 'svg' | 'png'): Promise<void> {
    const svg = this.#figure.querySelector('svg');
    if (svg === null) return;
    saveFile(`chart.${kind}`, kind === 'svg' ? svgFile(svg) : await pngFile(svg));
  }
}

function attempt<Made>(make: () => Made): Made | Error {
  try {
    return make();
  } catch (fault) {
    return fault instanceof Error ? fault : new Error(String(fault));
  }
}
