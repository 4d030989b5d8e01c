// Draws the part of the grid that shows: its head, its rows, its cells.
import type { PagedAnswer, ShownRow } from '../answer/paged-answer.ts';
import { element } from '../element.ts';
import type { SortedColumn } from '../sql/sort-query.ts';
import { cellText } from './cell-text.ts';
import type { GridColumn, GridColumns } from './grid-columns.ts';
import type { GridSelection } from './grid-selection.ts';
import { headHeight, type RowWindow, rowHeight } from './row-window.ts';

export interface GridDrawing {
  readonly host: HTMLElement;
  readonly pane: HTMLElement;
  readonly answer: PagedAnswer;
  readonly columns: GridColumns;
  readonly rowWindow: RowWindow;
  readonly selection: GridSelection;
  readonly sorted: SortedColumn | undefined;
}

interface PlacedColumn extends GridColumn {
  readonly place: number;
}

/**
 * Texts beyond this are cut in the grid; what is copied or looked at is whole. Not by cutText: the browser lays the text
 * out and cuts it at its cell, this only bounds what it has to lay out.
 */
const longestShown = 300;

export function drawGrid(drawing: GridDrawing): void {
  const { host, pane, answer, rowWindow, selection } = drawing;
  const columns = visibleColumns(drawing);
  const { first, end } = rowWindow.visibleRows(answer.rowCount);
  const rows = [];
  for (let row = first; row < end; row += 1) rows.push(drawRow(drawing, columns, row));
  pane.replaceChildren(drawHead(drawing, columns), ...rows);
  const { row, column } = selection.active;
  const active = document.getElementById(cellId(row, column));
  if (active === null) host.removeAttribute('aria-activedescendant');
  else host.setAttribute('aria-activedescendant', active.id);
}

function visibleColumns({ host, columns }: GridDrawing): PlacedColumn[] {
  const right = host.scrollLeft + host.clientWidth;
  return columns.shown
    .map((column, place) => ({ ...column, place }))
    .filter(({ left, width }) => left < right && left + width > host.scrollLeft);
}

function drawHead(drawing: GridDrawing, columns: readonly PlacedColumn[]): HTMLElement {
  const attributes = { role: 'row', 'aria-rowindex': '1' };
  const head = element('div', { class: 'grid-head', attributes });
  head.style.height = `${headHeight}px`;
  head.style.width = `${drawing.columns.width}px`;
  head.append(...columns.map((column) => headCell(drawing, column)), gutterCell(drawing, ''));
  return head;
}

/** In front: what does not fit is cut behind. */
const sortMarks = { ascending: '↑ ', descending: '↓ ' } as const;

/** Read out as the state of the head. */
function sortMark(direction: SortedColumn['direction'] | undefined): HTMLElement[] {
  if (direction === undefined) return [];
  const attributes = { 'aria-hidden': 'true' };
  return [element('span', { text: sortMarks[direction], attributes })];
}

function headCell({ sorted, selection }: GridDrawing, column: PlacedColumn): HTMLElement {
  const { index, place, name, type, isNumeric } = column;
  const direction = sorted?.index === index ? sorted.direction : undefined;
  const cell = element(
    'div',
    {
      class: ['grid-cell', isNumeric && 'number', selection.active.column === place && 'current']
        .filter(Boolean)
        .join(' '),
      attributes: {
        role: 'columnheader',
        'aria-colindex': String(place + 1),
        ...(direction !== undefined && { 'aria-sort': direction }),
        title: `${name} · ${type}`,
      },
    },
    [
      element('span', { class: 'head-name' }, [...sortMark(direction), name]),
      element('span', { class: 'head-type', text: type.toLowerCase() }),
      menuButton(name),
      element('span', { class: 'head-edge', attributes: { 'data-edge': String(place) } }),
    ],
  );
  cell.dataset.column = String(place);
  return inColumn(cell, column);
}

/** By keyboard the menu opens from any cell of the column. */
function menuButton(name: string): HTMLElement {
  const attributes = {
    type: 'button',
    tabindex: '-1',
    'aria-haspopup': 'menu',
    'aria-label': `Menu of ${name}`,
  };
  return element('button', { class: 'head-menu', text: '⋮', attributes });
}

function drawRow(drawing: GridDrawing, columns: readonly PlacedColumn[], row: number): HTMLElement {
  const { answer, rowWindow } = drawing;
  const values = answer.rowAt(row);
  const line = element('div', {
    class: row % 2 === 0 ? 'grid-row' : 'grid-row odd',
    attributes: {
      role: 'row',
      'aria-rowindex': String(row + 2),
      ...(values === undefined && { 'aria-busy': 'true' }),
    },
  });
  line.style.transform = `translateY(${headHeight + row * rowHeight - rowWindow.top}px)`;
  line.style.height = `${rowHeight}px`;
  line.style.width = `${drawing.columns.width}px`;
  for (const column of columns) line.append(drawCell(drawing, { column, row, values }));
  const gutter = gutterCell(drawing, (row + 1).toLocaleString('en'));
  gutter.dataset.row = String(row);
  line.append(gutter);
  return line;
}

interface CellDrawing {
  readonly column: PlacedColumn;
  readonly row: number;
  /** Undefined: not here yet. */
  readonly values: ShownRow | undefined;
}

function drawCell({ selection }: GridDrawing, { column, row, values }: CellDrawing): HTMLElement {
  const { index, place, isNumeric } = column;
  const value = values?.[index] ?? null;
  const text = values === undefined ? '…' : cellText(value);
  const shown =
    text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
  const { active } = selection;
  const cell = element('div', {
    class: [
      'grid-cell',
      isNumeric && 'number',
      value === null && 'null',
      selection.holds({ row, column: place }) && 'selected',
      active.row === row && active.column === place && 'active',
    ]
      .filter(Boolean)
      .join(' '),
    text: shown.replace(/\r\n|\r|\n/g, '↵'),
    attributes: { role: 'gridcell', 'aria-colindex': String(place + 1) },
  });
  cell.id = cellId(row, place);
  cell.dataset.row = String(row);
  cell.dataset.column = String(place);
  return inColumn(cell, column);
}

function gutterCell({ host, columns }: GridDrawing, text: string): HTMLElement {
  const cell = element('div', {
    class: 'grid-gutter',
    text,
    attributes: { 'aria-hidden': 'true' },
  });
  cell.style.left = `${host.scrollLeft}px`;
  cell.style.width = `${columns.gutter}px`;
  return cell;
}

function inColumn(cell: HTMLElement, { left, width }: GridColumn): HTMLElement {
  cell.style.left = `${left}px`;
  cell.style.width = `${width}px`;
  return cell;
}

function cellId(row: number, place: number): string {
  return `cell-${row}-${place}`;
}
