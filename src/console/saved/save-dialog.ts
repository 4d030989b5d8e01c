// Asks under which name a query is saved.
import { element } from '../element.ts';
import { openFormDialog } from '../form-dialog.ts';

export function openSaveDialog(proposed: string, onSave: (name: string) => void): void {
  const name = element('input', {
    attributes: { 'aria-label': 'Name', required: '', autocomplete: 'off' },
  });
  name.value = proposed;
  openFormDialog({
    title: 'Save the query as',
    fields: [name],
    submitText: 'Save',
    onSubmit: () => onSave(name.value.trim()),
  });
  name.select();
}
