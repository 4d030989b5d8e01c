// Asks by which condition on a column the rows are filtered.
import { element } from '../element.ts';
import { openFormDialog } from '../form-dialog.ts';
import { type Comparison, comparisons, typedCondition } from '../sql/filter-query.ts';
import type { GridColumn } from './grid-columns.ts';

export function openFilterDialog(column: GridColumn, onFilter: (condition: string) => void): void {
  const comparison = element(
    'select',
    { attributes: { 'aria-label': 'Comparison' } },
    comparisons.map((text) => element('option', { text })),
  );
  if (!column.isNumeric) comparison.value = 'contains';
  const value = element('input', {
    attributes: { 'aria-label': 'Value', autocomplete: 'off', spellcheck: 'false' },
  });
  comparison.addEventListener('change', () => {
    value.hidden = comparison.value.startsWith('is ');
  });
  openFormDialog({
    title: `Rows where ${column.name}`,
    fields: [element('div', { class: 'filter-fields' }, [comparison, value])],
    submitText: 'Filter',
    onSubmit: () => onFilter(typedCondition(column, comparison.value as Comparison, value.value)),
  });
  value.focus();
}
