// Makes elements of the page. Text is always set as text.

export interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: (event: MouseEvent) => void;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: ElementOptions = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (options.class !== undefined) made.className = options.class;
  if (options.text !== undefined) made.textContent = options.text;
  for (const [key, value] of Object.entries(options.attributes ?? {}))
    made.setAttribute(key, value);
  if (options.onClick !== undefined)
    made.addEventListener('click', options.onClick as EventListener);
  made.append(...children);
  return made;
}

export function button(
  text: string,
  onClick: (event: MouseEvent) => void,
  options: ElementOptions = {},
): HTMLButtonElement {
  const attributes = { type: 'button', ...options.attributes };
  return element('button', { ...options, text, onClick, attributes });
}

/** The element that index.html has under this id. */
export function partOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`index.html has no ${kind.name} with the id ${id}`);
}
