// Reads the pointer over the grid: cells are selected, edges of columns dragged, columns moved, menus opened.
import type { GridColumn, GridColumns } from './grid-columns.ts';
import type { GridEvents } from './grid-events.ts';
import type { GridSelection } from './grid-selection.ts';

export interface GridPointerOptions {
  readonly host: HTMLElement;
  readonly columns: GridColumns;
  readonly selection: GridSelection;
  readonly lastRow: () => number;
  readonly events: GridEvents;
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

/** Less is a click with an unsteady hand. */
const pixelsOfDrag = 6;

export function listenToPointer(options: GridPointerOptions): void {
  const { host, events, signal } = options;
  host.addEventListener('pointerdown', (event) => onDown(options, event), { signal });
  host.addEventListener('pointermove', (event) => onMove(options, event), { signal });
  host.addEventListener('dblclick', (event) => onDoubleClick(options, event), { signal });
  host.addEventListener('contextmenu', (event) => onContextMenu(options, event), { signal });
  host.addEventListener(
    'click',
    (event) => {
      const { column, isMenu, target } = partAt(options, event);
      if (isMenu && column) events.onColumnMenu(column, target.getBoundingClientRect());
    },
    { signal },
  );
}

function onDown(options: GridPointerOptions, event: PointerEvent): void {
  const { selection, lastRow, columns, onChange } = options;
  const { row, place, column, edge, isMenu } = partAt(options, event);
  if (event.button !== 0 || isMenu) return;
  if (edge !== undefined) dragEdge(options, event, edge);
  else if (row === undefined && place === undefined) return;
  else if (row === undefined && place !== undefined) {
    selection.select({ row: lastRow(), column: place }, { row: 0, column: place });
    if (column !== undefined) dragColumn(options, event, column);
  } else if (row !== undefined && place === undefined) {
    selection.select({ row, column: columns.shown.length - 1 }, { row, column: 0 });
  } else selection.moveTo({ row: row ?? 0, column: place ?? 0 }, event.shiftKey);
  onChange();
}

function onMove(options: GridPointerOptions, event: PointerEvent): void {
  const { row, place } = partAt(options, event);
  if (event.buttons !== 1 || row === undefined || place === undefined) return;
  if (event.pointerType === 'touch') return;
  options.selection.moveTo({ row, column: place }, true);
  options.onChange();
}

function onDoubleClick(options: GridPointerOptions, event: MouseEvent): void {
  const { row, place, edge } = partAt(options, event);
  if (edge !== undefined) {
    options.columns.fit(edge.index);
    options.onChange();
  } else if (row !== undefined && place !== undefined) options.events.onOpen();
}

function onContextMenu(options: GridPointerOptions, event: MouseEvent): void {
  const { row, place, column } = partAt(options, event);
  if (place === undefined) return;
  event.preventDefault();
  const at = new DOMRect(event.clientX, event.clientY, 0, 0);
  if (row === undefined && column !== undefined) options.events.onColumnMenu(column, at);
  if (row === undefined) return;
  if (!options.selection.holds({ row, column: place })) {
    options.selection.moveTo({ row, column: place }, false);
    options.onChange();
  }
  options.events.onCellMenu(at);
}

function dragEdge(options: GridPointerOptions, start: PointerEvent, column: GridColumn): void {
  whileDragged(options, start, ({ clientX }) => {
    options.columns.resize(column.index, column.width + clientX - start.clientX);
    options.onChange();
  });
}

/** The column stands where it is let go. */
function dragColumn(options: GridPointerOptions, start: PointerEvent, { index }: GridColumn): void {
  const { host, columns, selection, onChange } = options;
  let hasMoved = false;
  whileDragged(options, start, ({ clientX }) => {
    hasMoved ||= Math.abs(clientX - start.clientX) > pixelsOfDrag;
    if (!hasMoved) return;
    const x = clientX - host.getBoundingClientRect().left + host.scrollLeft;
    const target = columns.shown.findIndex(({ left, width }) => x >= left && x < left + width);
    if (target === -1 || columns.shown[target]?.index === index) return;
    columns.move(index, target);
    const place = columns.placeOf(index);
    selection.select({ row: options.lastRow(), column: place }, { row: 0, column: place });
    onChange();
  });
}

function whileDragged(
  { signal }: GridPointerOptions,
  start: PointerEvent,
  onDrag: (event: PointerEvent) => void,
): void {
  start.preventDefault();
  const ended = new AbortController();
  const listening = { signal: AbortSignal.any([ended.signal, signal]) };
  document.addEventListener('pointermove', onDrag, listening);
  document.addEventListener('pointerup', () => ended.abort(), listening);
  document.addEventListener('pointercancel', () => ended.abort(), listening);
}

function partAt({ columns }: GridPointerOptions, event: MouseEvent) {
  const target = event.target as HTMLElement;
  const { row, column } = target.closest<HTMLElement>('[data-row], [data-column]')?.dataset ?? {};
  const place = column === undefined ? undefined : Number(column);
  const shown = place === undefined ? undefined : columns.shown[place];
  return {
    target,
    row: row === undefined ? undefined : Number(row),
    place,
    column: shown,
    edge: target.dataset.edge === undefined ? undefined : shown,
    isMenu: target.classList.contains('head-menu'),
  };
}
