// Shows a dialog above the page, and takes it away when it is closed.
import { element } from './element.ts';

export function showDialog(label: string, children: readonly Node[]): HTMLDialogElement {
  const dialog = element(
    'dialog',
    { class: 'form-dialog', attributes: { 'aria-label': label } },
    children,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
