// Shows a small form above the page and says when it was sent.
import { button, element } from './element.ts';
import { showDialog } from './show-dialog.ts';

export interface FormDialog {
  readonly title: string;
  readonly fields: readonly HTMLElement[];
  readonly submitText: string;
  readonly onSubmit: () => void;
}

export function openFormDialog({ title, fields, submitText, onSubmit }: FormDialog): void {
  const form = element('form', { attributes: { method: 'dialog' } }, [
    element('h2', { text: title }),
    ...fields,
    element('div', { class: 'buttons' }, [
      button('Cancel', () => dialog.close()),
      element('button', { class: 'primary', text: submitText, attributes: { type: 'submit' } }),
    ]),
  ]);
  // The policy of the page allows no form to be sent anywhere.
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    onSubmit();
  });
  const dialog = showDialog(title, [form]);
}
