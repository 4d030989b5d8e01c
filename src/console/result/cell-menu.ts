// Lists what can be done with the selected cells of the grid.
import type { CellValue } from '../../client/read-json.ts';
import { CutValue } from '../answer/cut-value.ts';
import type { MenuItem } from '../menu.ts';
import { isComparable } from '../sql/filter-query.ts';
import { type CopyFormat, copyFormats } from './copy-formats.ts';

export interface CellActions {
  readonly open: () => void;
  readonly keep: (isKept: boolean) => void;
  readonly copy: (format: CopyFormat) => void;
}

/** `value` of the active cell; undefined while it is not here. */
export function cellMenu(
  value: CellValue | CutValue | undefined,
  actions: CellActions,
): MenuItem[][] {
  const filters = [
    { label: 'Keep rows with this value', onChoose: () => actions.keep(true) },
    { label: 'Leave out rows with this value', onChoose: () => actions.keep(false) },
  ];
  return [
    [{ label: 'Show the whole value', keys: 'Enter', onChoose: actions.open }],
    value instanceof CutValue || (value !== undefined && isComparable(value)) ? filters : [],
    Object.values(copyFormats).map((format) => ({
      label: `Copy as ${format.label}`,
      onChoose: () => actions.copy(format),
    })),
  ];
}
