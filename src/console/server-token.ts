// Asks for the token of the server, once for all requests that wait for it, and keeps it as long as the tab is open.
import { element } from './element.ts';

const storageKey = 'pathql.token';

let kept: string | undefined = stored();
let asking: Promise<string | undefined> | undefined;

/** The one to send, unless it is `refused`; else the one that the person gives, or undefined for none. */
export function serverToken(refused: { readonly token: string | undefined } | undefined) {
  if (refused === undefined || refused.token !== kept) return Promise.resolve(kept);
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<string | undefined> {
  const given = await askPerson(kept !== undefined);
  if (given === undefined) return undefined;
  kept = given;
  try {
    sessionStorage.setItem(storageKey, given);
  } catch {
    // Not allowed: the token is kept as long as the page is.
  }
  return given;
}

function askPerson(wasWrong: boolean): Promise<string | undefined> {
  const input = element('input', {
    attributes: { type: 'password', id: 'token', autocomplete: 'off', required: '' },
  });
  const text = wasWrong ? 'The server does not know this token.' : 'This server asks for a token.';
  const form = element('form', { attributes: { method: 'dialog' } }, [
    element('p', { text, attributes: { id: 'token-reason' } }),
    element('label', { text: 'Token', attributes: { for: 'token' } }),
    input,
    element('div', { class: 'buttons' }, [
      element('button', { class: 'primary', text: 'Continue', attributes: { type: 'submit' } }),
    ]),
  ]);
  const dialog = element(
    'dialog',
    { class: 'token-dialog', attributes: { 'aria-labelledby': 'token-reason' } },
    [form],
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    // The policy of the page allows no form to be sent anywhere.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      dialog.close(input.value.trim());
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === '' ? undefined : dialog.returnValue);
    });
    dialog.showModal();
  });
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}
