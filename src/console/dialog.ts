// Shows a small form above the page and hands over what was entered.
import { button, element } from './element.ts';

export interface FormDialog {
  readonly title: string;
  readonly fields: readonly HTMLElement[];
  readonly submitText: string;
  readonly onSubmit: () => void;
}

export function openDialog({ title, fields, submitText, onSubmit }: FormDialog): HTMLDialogElement {
  const titleId = 'dialog-title';
  const form = element('form', { attributes: { method: 'dialog' } }, [
    element('h2', { text: title, attributes: { id: titleId } }),
    ...fields,
    element('div', { class: 'buttons' }, [
      button('Cancel', () => dialog.close()),
      element('button', { class: 'primary', text: submitText, attributes: { type: 'submit' } }),
    ]),
  ]);
  const dialog = element(
    'dialog',
    { class: 'form-dialog', attributes: { 'aria-labelledby': titleId } },
    [form],
  );
  // The policy of the page allows no form to be sent anywhere.
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    onSubmit();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
