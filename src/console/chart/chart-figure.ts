// Draws the chart of an answer, with what it shows for a person to choose.
import type { Chart } from '../../charts/chart.ts';
import { maxChartRows } from '../../charts/chart-limits.ts';
import type { ChartChoice } from '../../charts/choose-chart.ts';
import { drawChart } from '../../charts/plot/draw-chart.ts';
import type { MadeChart } from '../answer/answer-messages.ts';
import type { PagedAnswer } from '../answer/paged-answer.ts';
import { button, element } from '../element.ts';
import { fileNameOf } from '../file-name.ts';
import { openMenu } from '../menu.ts';
import { saveFile } from '../save-file.ts';
import { type Aggregate, aggregateQuery, aggregatesOf } from './aggregate-query.ts';
import type { ChartSetting } from './chart-setting.ts';
import { chartTools } from './chart-tools.ts';
import { pageTheme } from './page-theme.ts';
import { sampledRows, sampleQuery, sampleTitle } from './sample-query.ts';
import { pngFile, svgFile } from './save-chart.ts';

export interface ChartFigureOptions {
  /** Is filled. */
  readonly panel: HTMLElement;
  readonly answer: PagedAnswer;
  /** Of a link. */
  readonly setting: ChartSetting;
  /** What is shown now. */
  readonly onSetting: (setting: ChartSetting) => void;
  /** Another query in place of the one of this answer. */
  readonly onQuery: (sql: string) => void;
}

/** Where nothing suits, a person may still pick something that does. */
const anyChoice: ChartChoice = { kind: 'bar', x: 0, y: [], series: [] };
const minSize = { width: 360, height: 240 };

export class ChartFigure {
  readonly #options: ChartFigureOptions;
  readonly #tools = element('div', { class: 'chart-tools' });
  readonly #figure = element('figure', { class: 'chart' });
  #choice = anyChoice;
  #title: string;
  /** Undefined: a text stands in its place. */
  #chart: Chart | undefined;

  constructor(options: ChartFigureOptions) {
    this.#options = options;
    this.#title = options.setting.title ?? sampleTitle(options.answer.query.sql) ?? '';
    const text = 'Making the chart…';
    this.#figure.append(element('p', { class: 'empty', text }));
    options.panel.replaceChildren(this.#tools, this.#figure);
    void this.#open();
  }

  /** The tools stay in place, or the one in use would lose the focus. */
  draw(): void {
    if (this.#chart === undefined) return;
    const { clientWidth, clientHeight } = this.#options.panel;
    const room = {
      width: Math.max(minSize.width, clientWidth),
      height: Math.max(minSize.height, clientHeight - this.#tools.offsetHeight),
    };
    const svg = drawChart(this.#chart, { document, theme: pageTheme(), room, title: this.#title });
    if (svg instanceof SVGSVGElement) this.#figure.replaceChildren(svg);
  }

  async #open(): Promise<void> {
    const { answer, setting } = this.#options;
    await answer.finished;
    const made = await answer.chart(setting.choice);
    this.#choice = made.choice ?? anyChoice;
    this.#tools.replaceChildren(...this.#toolsOf(made, this.#choice));
    this.#show(made);
  }

  async #choose(choice: ChartChoice): Promise<void> {
    this.#choice = choice;
    this.#options.onSetting({ choice, title: this.#title });
    const made = await this.#options.answer.chart(choice);
    if (this.#choice === choice) this.#show(made);
  }

  /** What cannot be drawn is told where the chart would be. */
  #show({ chart }: MadeChart): void {
    this.#chart = typeof chart === 'string' ? undefined : chart;
    if (typeof chart === 'string') {
      this.#figure.replaceChildren(element('p', { class: 'empty', text: chart }));
      if (this.#options.answer.rowCount > maxChartRows) this.#figure.append(this.#sampleButton());
    } else this.draw();
  }

  #sampleButton(): HTMLElement {
    const { answer, onQuery } = this.#options;
    const text = `Query a sample of ${sampledRows.toLocaleString('en')} rows`;
    const sample = button(text, () => onQuery(sampleQuery(answer.query.sql)));
    return element('div', { class: 'chart-offer' }, [sample]);
  }

  #titleField(): HTMLElement {
    const field = element('input', {
      attributes: { type: 'text', placeholder: 'none', autocomplete: 'off', maxlength: '200' },
    });
    field.value = this.#title;
    field.addEventListener('input', () => {
      this.#title = field.value.trim();
      this.#options.onSetting({ choice: this.#choice, title: this.#title });
      this.draw();
    });
    return element('label', {}, [element('span', { text: 'Title' }), field]);
  }

  #toolsOf(data: MadeChart, choice: ChartChoice): HTMLElement[] {
    const onPick = (picked: ChartChoice) => void this.#choose(picked);
    return [
      ...chartTools({ data, choice, onPick }),
      element('div', { class: 'chart-actions' }, this.#actions()),
    ];
  }

  /** What is done with the chart that was chosen. */
  #actions(): HTMLElement[] {
    return [
      this.#titleField(),
      button('Aggregate ▾', ({ currentTarget }) => this.#openAggregates(currentTarget), {
        class: 'quiet',
        attributes: {
          'aria-haspopup': 'menu',
          title: 'Sum up the rows with the same x and colour by SQL',
        },
      }),
      this.#saveButton('svg'),
      this.#saveButton('png'),
    ];
  }

  #openAggregates(target: EventTarget | null): void {
    const { answer, onQuery } = this.#options;
    const choice = this.#choice;
    const items = aggregatesOf(choice).map((aggregate) => ({
      label: aggregateLabel(aggregate, choice.y.map((index) => answer.columns[index]).join(', ')),
      onChoose: () => onQuery(aggregateQuery(answer.query.sql, answer.columns, choice, aggregate)),
    }));
    const nothing = { label: 'Choose a column for the x axis first', onChoose: () => {} };
    const at = (target as HTMLElement).getBoundingClientRect();
    openMenu('Aggregate', [items.length > 0 ? items : [nothing]], at);
  }

  #saveButton(kind: 'svg' | 'png'): HTMLButtonElement {
    const name = kind.toUpperCase();
    const attributes = { 'aria-label': `Save as ${name}` };
    return button(`↓ ${name}`, () => void this.#save(kind), { class: 'quiet', attributes });
  }

  async #save(kind: 'svg' | 'png'): Promise<void> {
    const svg = this.#figure.querySelector('svg');
    if (svg === null) return;
    saveFile(
      `${fileNameOf(this.#title) ?? 'chart'}.${kind}`,
      kind === 'svg' ? svgFile(svg) : await pngFile(svg),
    );
  }
}

const aggregateNames = { sum: 'Sum', avg: 'Average', min: 'Minimum', max: 'Maximum' } as const;

function aggregateLabel(aggregate: Aggregate, names: string): string {
  return aggregate === 'count' ? 'Count of the rows' : `${aggregateNames[aggregate]} of ${names}`;
}
