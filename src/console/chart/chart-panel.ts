// The chart of an answer, with what it shows for a person to choose.
import { button, element } from '../element.ts';
import type { Answer } from '../query-server.ts';
import { saveFile } from '../save-file.ts';
import { type ChartChoice, type ChartKind, chartKinds, firstChoice } from './chart-choices.ts';
import { chartData } from './chart-data.ts';
import { type ChartLook, pngFile, svgFile } from './save-chart.ts';

const noColour = 'none';

export class ChartPanel {
  readonly #panel: HTMLElement;
  #answer: Answer | undefined;
  #choice: ChartChoice | undefined;
  #drawn: ChartChoice | undefined;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    new ResizeObserver(() => this.#redraw()).observe(panel);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#redraw());
  }

  /** Draws nothing yet: most answers are only read as rows. */
  take(answer: Answer | undefined): void {
    this.#answer = answer;
    this.#choice = answer === undefined ? undefined : firstChoice(answer);
    this.#drawn = undefined;
    this.#panel.replaceChildren();
  }

  async show(): Promise<void> {
    if (this.#answer === undefined || this.#drawn !== undefined) return;
    if (this.#choice === undefined) {
      const text = 'Nothing to draw: no column of this result holds numbers.';
      this.#panel.replaceChildren(element('p', { class: 'empty', text }));
      return;
    }
    await this.#draw(this.#answer, this.#choice);
  }

  #redraw(): void {
    if (this.#drawn === undefined || this.#answer === undefined || this.#panel.hidden) return;
    void this.#draw(this.#answer, this.#drawn);
  }

  async #draw(answer: Answer, choice: ChartChoice): Promise<void> {
    this.#drawn = choice;
    const { drawChart } = await import('./draw-chart.ts');
    if (this.#drawn !== choice || this.#answer !== answer) return;
    const data = chartData(answer, choice);
    const { svg, legend } = drawChart({
      kind: choice.kind,
      data,
      xLabel: answer.columns[choice.x] ?? '',
      yLabel: answer.columns[choice.y] ?? '',
      colourLabel: choice.colour === undefined ? undefined : answer.columns[choice.colour],
      width: Math.max(320, this.#panel.clientWidth - 32),
      height: Math.max(220, this.#panel.clientHeight - 96),
      colours: colours(),
    });
    const figure = element('figure', { class: 'chart' }, [
      legendOf(legend),
      svg,
      noteOf(data.notes),
    ]);
    // The choices stay in place, or the one in use would lose the focus.
    const old = this.#panel.querySelector('figure');
    if (old === null) this.#panel.replaceChildren(this.#tools(answer, choice), figure);
    else old.replaceWith(figure);
  }

  #tools(answer: Answer, choice: ChartChoice): HTMLElement {
    const change = (part: Partial<ChartChoice>) => {
      if (this.#drawn === undefined) return;
      this.#choice = { ...this.#drawn, ...part };
      y.parentElement?.toggleAttribute('hidden', this.#choice.kind === 'histogram');
      void this.#draw(answer, this.#choice);
    };
    const columns = answer.columns.map((name, index) => ({ name, value: String(index) }));
    const kinds = chartKinds.map((name) => ({ name, value: name }));
    const kind = picker(kinds, choice.kind, (value) => change({ kind: value as ChartKind }));
    const x = picker(columns, String(choice.x), (value) => change({ x: Number(value) }));
    const y = picker(columns, String(choice.y), (value) => change({ y: Number(value) }));
    const anyColour = [{ name: noColour, value: noColour }, ...columns];
    const colour = picker(anyColour, noColour, (value) =>
      change({ colour: value === noColour ? undefined : Number(value) }),
    );
    const yLabel = labelled('Y axis', y);
    yLabel.hidden = choice.kind === 'histogram';
    return element('div', { class: 'chart-tools' }, [
      labelled('Chart', kind),
      labelled('X axis', x),
      yLabel,
      labelled('Colour', colour),
      element('span', { class: 'spacer' }),
      this.#saveButton('svg'),
      this.#saveButton('png'),
    ]);
  }

  #saveButton(kind: 'svg' | 'png'): HTMLButtonElement {
    const name = kind.toUpperCase();
    const attributes = { 'aria-label': `Save as ${name}` };
    return button(`↓ ${name}`, () => this.#save(kind), { class: 'quiet', attributes });
  }

  #save(kind: 'svg' | 'png'): void {
    const svg = this.#panel.querySelector('svg');
    if (svg === null) return;
    const file = kind === 'svg' ? Promise.resolve(svgFile(svg, look())) : pngFile(svg, look());
    file.then(
      (content) => saveFile(`chart.${kind}`, content),
      (fault: unknown) => console.error(fault),
    );
  }
}

interface Option {
  readonly name: string;
  readonly value: string;
}

function picker(options: readonly Option[], chosen: string, onChoose: (value: string) => void) {
  const select = element(
    'select',
    {},
    options.map(({ name, value }) => element('option', { text: name, attributes: { value } })),
  );
  select.value = chosen;
  select.addEventListener('change', () => onChoose(select.value));
  return select;
}

function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return element('label', {}, [element('span', { text }), control]);
}

function legendOf(legend: readonly { readonly name: string; readonly colour: string }[]) {
  const shown = legend.slice(0, 20).map(({ name, colour }) => {
    const swatch = element('span', { class: 'swatch' });
    swatch.style.backgroundColor = colour;
    return element('li', {}, [swatch, name]);
  });
  return element('ul', { class: 'legend' }, shown);
}

function noteOf(notes: readonly string[]): HTMLElement {
  return element('figcaption', { text: notes.length === 0 ? '' : `Note: ${notes.join('; ')}.` });
}

function styleOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function colours(): string[] {
  return Array.from({ length: 8 }, (_none, index) => styleOf(`--chart-${index + 1}`));
}

function look(): ChartLook {
  return { ink: styleOf('--ink'), paper: styleOf('--surface'), font: 'system-ui, sans-serif' };
}
