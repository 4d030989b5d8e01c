// Draws the part of the grid that shows: its head, its rows, its cells.

import type { Value } from '../../client/client.ts';
import { element } from '../element.ts';
import type { Answer } from '../query-server.ts';
import { cellText } from './cell-text.ts';
import type { ColumnLayout, GridColumn } from './column-layout.ts';
import type { GridSelection } from './grid-selection.ts';
import { headHeight, type RowWindow, rowHeight } from './row-window.ts';

export interface GridDrawing {
  readonly host: HTMLElement;
  readonly pane: HTMLElement;
  readonly answer: Answer;
  readonly layout: ColumnLayout;
  readonly rowWindow: RowWindow;
  readonly selection: GridSelection;
}

interface ShownColumn extends GridColumn {
  readonly index: number;
}

/**
 * Texts beyond this are cut in the grid; what is copied or saved is whole. Not by cutText: the browser lays the text
 * out and cuts it at its cell, this only bounds what it has to lay out.
 */
const longestShown = 300;

export function drawGrid(drawing: GridDrawing): void {
  const { host, pane, answer, rowWindow, selection } = drawing;
  const columns = shownColumns(drawing);
  const { first, end } = rowWindow.visibleRows(answer.rows.length);
  const rows = [];
  for (let row = first; row < end; row += 1) rows.push(drawRow(drawing, columns, row));
  pane.replaceChildren(drawHead(drawing, columns), ...rows);
  const { row, column } = selection.active;
  const active = document.getElementById(cellId(row, column));
  if (active === null) host.removeAttribute('aria-activedescendant');
  else host.setAttribute('aria-activedescendant', active.id);
}

function shownColumns({ host, layout }: GridDrawing): ShownColumn[] {
  const right = host.scrollLeft + host.clientWidth;
  return layout.columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ left, width }) => left < right && left + width > host.scrollLeft);
}

function drawHead(drawing: GridDrawing, columns: readonly ShownColumn[]): HTMLElement {
  const attributes = { role: 'row', 'aria-rowindex': '1' };
  const head = element('div', { class: 'grid-head', attributes });
  head.style.height = `${headHeight}px`;
  head.style.width = `${drawing.layout.width}px`;
  for (const column of columns) {
    const cell = element('div', {
      class: column.isNumeric ? 'grid-cell number' : 'grid-cell',
      text: column.name,
      attributes: {
        role: 'columnheader',
        'aria-colindex': String(column.index + 1),
        title: column.name,
      },
    });
    cell.dataset.column = String(column.index);
    head.append(inColumn(cell, column));
  }
  head.append(gutterCell(drawing, ''));
  return head;
}

function drawRow(drawing: GridDrawing, columns: readonly ShownColumn[], row: number): HTMLElement {
  const { answer, layout, rowWindow } = drawing;
  const attributes = { role: 'row', 'aria-rowindex': String(row + 2) };
  const line = element('div', { class: row % 2 === 0 ? 'grid-row' : 'grid-row odd', attributes });
  line.style.transform = `translateY(${headHeight + row * rowHeight - rowWindow.top}px)`;
  line.style.width = `${layout.width}px`;
  for (const column of columns) {
    const value = answer.rows[row]?.[column.index] ?? null;
    line.append(drawCell(drawing, { column, row, value }));
  }
  const gutter = gutterCell(drawing, String(row + 1));
  gutter.dataset.row = String(row);
  line.append(gutter);
  return line;
}

interface CellDrawing {
  readonly column: ShownColumn;
  readonly row: number;
  readonly value: Value;
}

function drawCell({ selection }: GridDrawing, { column, row, value }: CellDrawing): HTMLElement {
  const { index, isNumeric } = column;
  const text = cellText(value);
  const shown =
    text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
  const { active } = selection;
  const cell = element('div', {
    class: [
      'grid-cell',
      isNumeric && 'number',
      value === null && 'null',
      selection.holds({ row, column: index }) && 'selected',
      active.row === row && active.column === index && 'active',
    ]
      .filter(Boolean)
      .join(' '),
    text: shown.replace(/\r\n|\r|\n/g, '↵'),
    attributes: { role: 'gridcell', 'aria-colindex': String(index + 1) },
  });
  cell.id = cellId(row, index);
  cell.dataset.row = String(row);
  cell.dataset.column = String(index);
  if (text.length > 12) cell.title = shown;
  return inColumn(cell, column);
}

function gutterCell({ host, layout }: GridDrawing, text: string): HTMLElement {
  const cell = element('div', {
    class: 'grid-gutter',
    text,
    attributes: { 'aria-hidden': 'true' },
  });
  cell.style.left = `${host.scrollLeft}px`;
  cell.style.width = `${layout.gutter}px`;
  return cell;
}

function inColumn(cell: HTMLElement, { left, width }: GridColumn): HTMLElement {
  cell.style.left = `${left}px`;
  cell.style.width = `${width}px`;
  return cell;
}

function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}
