// Lists what can be done with a column of the grid.
import type { MenuItem } from '../menu.ts';
import type { SortDirection } from '../sql/sort-query.ts';

export interface ColumnActions {
  readonly sort: (direction: SortDirection | undefined) => void;
  readonly filter: () => void;
  readonly profile: () => void;
  readonly fit: () => void;
  readonly widen: (step: number) => void;
  readonly move: (step: number) => void;
  readonly hide: () => void;
  readonly find: () => void;
}

export function columnMenu(actions: ColumnActions): MenuItem[][] {
  return [
    [
      { label: 'Sort ascending', onChoose: () => actions.sort('ascending') },
      { label: 'Sort descending', onChoose: () => actions.sort('descending') },
      { label: 'Remove sorting', onChoose: () => actions.sort(undefined) },
      { label: 'Filter rows…', onChoose: actions.filter },
    ],
    [{ label: 'Profile of the column', onChoose: actions.profile }],
    [
      { label: 'Fit to its values', onChoose: actions.fit },
      { label: 'Wider', keys: 'Alt Shift →', onChoose: () => actions.widen(1) },
      { label: 'Narrower', keys: 'Alt Shift ←', onChoose: () => actions.widen(-1) },
      { label: 'Move left', keys: 'Alt ←', onChoose: () => actions.move(-1) },
      { label: 'Move right', keys: 'Alt →', onChoose: () => actions.move(1) },
      { label: 'Hide', onChoose: actions.hide },
      { label: 'Find or show columns…', onChoose: actions.find },
    ],
  ];
}
