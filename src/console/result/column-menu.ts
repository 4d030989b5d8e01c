// Lists what can be done with a column of the grid.
import type { MenuItem } from '../menu.ts';
import type { SortDirection } from '../sql/sort-query.ts';

export interface ColumnActions {
  /** Undefined: its values have no order. */
  readonly sort: ((direction: SortDirection | undefined) => void) | undefined;
  readonly filter: () => void;
  readonly profile: () => void;
  readonly fit: () => void;
  readonly widen: (step: number) => void;
  readonly move: (step: number) => void;
  readonly hide: () => void;
  readonly find: () => void;
}

export function columnMenu(actions: ColumnActions): MenuItem[][] {
  const { sort } = actions;
  const sorting = sort && [
    { label: 'Sort ascending', onChoose: () => sort('ascending') },
    { label: 'Sort descending', onChoose: () => sort('descending') },
    { label: 'Remove sorting', onChoose: () => sort(undefined) },
  ];
  return [
    [...(sorting ?? []), { label: 'Filter rows…', onChoose: actions.filter }],
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
