// Finds columns of the grid by name: goes to one, shows or hides it.
import { button, element } from '../element.ts';
import { showDialog } from '../show-dialog.ts';
import type { GridColumns } from './grid-columns.ts';

export interface ColumnFinderOptions {
  readonly columns: GridColumns;
  /** Was hidden or shown. */
  readonly onChange: () => void;
  readonly onGo: (place: number) => void;
}

/** More are found by typing. */
const mostListed = 200;

export function openColumnFinder({ columns, onChange, onGo }: ColumnFinderOptions): void {
  const search = element('input', {
    attributes: { type: 'search', 'aria-label': 'Find columns', placeholder: 'Find columns' },
  });
  const list = element('ul', { class: 'column-list', attributes: { 'aria-label': 'Columns' } });
  const setAll = (isShown: boolean) => {
    for (const { index } of columns.all) columns.show(index, isShown);
    update();
  };
  const go = (index: number) => {
    columns.show(index, true);
    dialog.close();
    onChange();
    onGo(columns.placeOf(index));
  };
  const update = () => {
    onChange();
    const wanted = search.value.toLowerCase();
    const found = columns.all.filter(({ name }) => name.toLowerCase().includes(wanted));
    list.replaceChildren(
      ...found.slice(0, mostListed).map(({ index, name, isShown }) => {
        const box = element('input', {
          attributes: { type: 'checkbox', 'aria-label': `Show ${name}` },
        });
        box.checked = isShown;
        box.addEventListener('change', () => {
          columns.show(index, box.checked);
          box.checked = columns.placeOf(index) !== -1;
          onChange();
        });
        return element('li', {}, [box, button(name, () => go(index), { class: 'quiet' })]);
      }),
    );
  };
  search.addEventListener('input', update);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('button')?.click();
  });
  const dialog = showDialog('Columns', [
    search,
    list,
    element('div', { class: 'buttons' }, [
      button('Show all', () => setAll(true)),
      button('Hide all but one', () => setAll(false)),
      button('Close', () => dialog.close(), { class: 'primary' }),
    ]),
  ]);
  update();
}
