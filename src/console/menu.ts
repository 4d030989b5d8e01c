// Opens a menu at a place of the page, as ARIA describes them: arrow keys move, Escape and a click elsewhere close.
import { button, element, partOf } from './element.ts';

export interface MenuItem {
  readonly label: string;
  /** Keys that do the same. */
  readonly keys?: string;
  readonly onChoose: () => void;
}

/** A line stands between groups. The focus goes back where it was, unless an item moves it. */
export function openMenu(
  label: string,
  groups: readonly (readonly MenuItem[])[],
  at: DOMRect,
): void {
  const before = document.activeElement;
  const closed = new AbortController();
  const menu = element('div', { class: 'menu', attributes: { role: 'menu', 'aria-label': label } });
  const close = () => {
    closed.abort();
    menu.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  const rows = groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => [
      ...(index === 0
        ? []
        : [element('div', { class: 'menu-line', attributes: { role: 'separator' } })]),
      ...group.map((item) => itemButton(item, close)),
    ]);
  menu.append(...rows);
  // Within a landmark, as all of the page is.
  partOf('layout', HTMLElement).append(menu);
  place(menu, at);
  menu.addEventListener('keydown', (event) => onKey(menu, event, close));
  const isElsewhere = ({ target }: Event) => !(target instanceof Node && menu.contains(target));
  const closeElsewhere = (event: Event) => {
    if (isElsewhere(event)) close();
  };
  const listening = { signal: closed.signal, capture: true };
  document.addEventListener('pointerdown', closeElsewhere, listening);
  document.addEventListener('focusin', closeElsewhere, listening);
  menu.querySelector('button')?.focus();
}

function itemButton({ label, keys, onChoose }: MenuItem, close: () => void): HTMLElement {
  const choose = () => {
    close();
    onChoose();
  };
  const made = button('', choose, { attributes: { role: 'menuitem', tabindex: '-1' } });
  made.append(element('span', { text: label }));
  if (keys !== undefined) {
    made.append(
      element('span', { class: 'menu-keys', text: keys, attributes: { 'aria-hidden': 'true' } }),
    );
  }
  return made;
}

/** Below the place, or where there is room. */
function place(menu: HTMLElement, { left, bottom, top }: DOMRect): void {
  const { offsetWidth, offsetHeight } = menu;
  const isBelow = bottom + offsetHeight <= innerHeight || top < offsetHeight;
  const y = isBelow ? Math.min(bottom, innerHeight - offsetHeight) : top - offsetHeight;
  menu.style.left = `${Math.max(4, Math.min(left, innerWidth - offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, y)}px`;
}

function onKey(menu: HTMLElement, event: KeyboardEvent, close: () => void): void {
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const target = next[event.key];
  if (target !== undefined) items[(target + items.length) % items.length]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else if (event.key.length === 1) startingWith(items, at, event.key)?.focus();
  if (event.key !== 'Enter' && event.key !== ' ') {
    event.preventDefault();
    event.stopPropagation();
  }
}

function startingWith(items: readonly HTMLElement[], at: number, letter: string) {
  const inTurn = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return inTurn.find(({ textContent }) =>
    textContent?.toLowerCase().startsWith(letter.toLowerCase()),
  );
}
