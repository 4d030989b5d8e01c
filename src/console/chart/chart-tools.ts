// Makes the pickers over a chart: its kind, its axes and its colours.
import { asKind, type ChartChoice, type ChartKind, chartKinds } from '../../charts/choose-chart.ts';
import type { AnswerColumn, ColumnKind } from '../../query/layouts.ts';
import { element } from '../element.ts';

/** Columns, as charts have them. */
interface ChartColumns {
  readonly columns: readonly AnswerColumn[];
}

export interface ChartToolsOptions {
  readonly data: ChartColumns;
  /** What the pickers start with. */
  readonly choice: ChartChoice;
  readonly onPick: (choice: ChartChoice) => void;
}

export function chartTools({ data, choice, onPick }: ChartToolsOptions): HTMLElement[] {
  const kinds = chartKinds.map((kind) => ({ name: kind, value: kind }));
  let chosen = choice;
  const pick = (next: ChartChoice) => {
    chosen = next;
    show();
    onPick(next);
  };
  const kind = picker(kinds, (value: ChartKind) => pick(asKind(data, chosen, value)));
  const x = picker(xOptions(data), (value) => pick({ ...chosen, x: value }));
  const y = picker(yOptions(data, choice), (value) => pick({ ...chosen, y: value }));
  const colour = picker(colourOptions(data, choice), (value) => pick({ ...chosen, series: value }));
  const yLabel = labelled('Y axis', y.select);
  const show = () => {
    kind.show(chosen.kind);
    x.show(chosen.x);
    y.show(chosen.y);
    colour.show(chosen.series);
    yLabel.hidden = chosen.kind === 'histogram';
  };
  show();
  const xLabel = labelled('X axis', x.select);
  return [labelled('Chart', kind.select), xLabel, yLabel, labelled('Colour', colour.select)];
}

interface Option<Value> {
  readonly name: string;
  readonly value: Value;
}

function xOptions({ columns }: ChartColumns): Option<number | undefined>[] {
  const named = columns.map(({ name }, index) => ({ name, value: index }));
  return [...named, { name: 'row number', value: undefined }];
}

function yOptions(data: ChartColumns, { y }: ChartChoice): Option<readonly number[]>[] {
  const count = { name: 'count of rows', value: [] };
  return [...several(data, y), ...columnsOf(data, 'number'), count];
}

function colourOptions(data: ChartColumns, { series }: ChartChoice): Option<readonly number[]>[] {
  return [{ name: 'none', value: [] }, ...several(data, series), ...columnsOf(data)];
}

/** Columns that were chosen together: one option. */
function several(
  { columns }: ChartColumns,
  chosen: readonly number[],
): Option<readonly number[]>[] {
  if (chosen.length < 2) return [];
  return [{ name: chosen.map((index) => columns[index]?.name).join(' · '), value: chosen }];
}

function columnsOf({ columns }: ChartColumns, wanted?: ColumnKind): Option<readonly number[]>[] {
  return columns.flatMap(({ name, kind }, index) =>
    wanted === undefined || kind === wanted ? [{ name, value: [index] }] : [],
  );
}

interface Picker<Value> {
  readonly select: HTMLSelectElement;
  readonly show: (value: Value) => void;
}

function picker<Value>(
  options: readonly Option<Value>[],
  onPick: (value: Value) => void,
): Picker<Value> {
  const select = element(
    'select',
    {},
    options.map(({ name }) => element('option', { text: name })),
  );
  select.addEventListener('change', () => {
    const picked = options[select.selectedIndex];
    if (picked !== undefined) onPick(picked.value);
  });
  const show = (value: Value) => {
    const text = JSON.stringify(value);
    select.selectedIndex = options.findIndex((option) => JSON.stringify(option.value) === text);
  };
  return { select, show };
}

function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return element('label', {}, [element('span', { text }), control]);
}
