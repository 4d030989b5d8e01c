// Describes what drawing needs of a document: that of a browser has it, and so has one of Node.

export interface SvgDocument {
  createElementNS(namespace: string, name: string): SvgElement;
}

export interface SvgElement {
  textContent: string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  appendChild(child: SvgElement): unknown;
  insertBefore(child: SvgElement, before: SvgElement | null): unknown;
  removeChild(child: SvgElement): unknown;
  getElementsByTagName(name: string): ArrayLike<SvgElement>;
}

const namespace = 'http://www.w3.org/2000/svg';

export type SvgAttributes = Readonly<Record<string, string | number>>;

export function makeSvg(
  document: SvgDocument,
  name: string,
  attributes: SvgAttributes,
  text?: string,
): SvgElement {
  const made = document.createElementNS(namespace, name);
  setAttributes(made, attributes);
  if (text !== undefined) made.textContent = text;
  return made;
}

export function setAttributes(element: SvgElement, attributes: SvgAttributes): void {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
}
