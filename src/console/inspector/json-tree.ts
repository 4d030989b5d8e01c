// Shows a list or struct as a tree that opens and closes. Each level is read when it shows, every key where it stands.
import { JsonText } from '../../client/json-text.ts';
import { type CellValue, readJsonMembers } from '../../client/read-json.ts';
import { element } from '../element.ts';
import { cellJson } from '../result/cell-text.ts';

type Member = readonly [key: string, value: CellValue];

const openDepth = 2;
/** More of one level are listed when they are asked for. */
const membersAtOnce = 200;

export function jsonTree(value: JsonText): HTMLElement {
  return element('div', { class: 'json-tree' }, [branch(value, 0)]);
}

function branch({ json }: JsonText, depth: number, key?: string): HTMLElement {
  const members = readJsonMembers(json);
  const [sign, noun] = json.trimStart().startsWith('[') ? ['[ ]', 'items'] : ['{ }', 'members'];
  const count = `${sign} ${members.length.toLocaleString('en')} ${noun}`;
  const summary = element('summary', {}, [
    ...keyOf(key),
    element('span', { class: 'json-count', text: count }),
  ]);
  const details = element('details', {}, [summary]);
  const fill = () => {
    if (details.childElementCount > 1) return;
    details.append(element('ul', {}, listed(members, depth, 0)));
  };
  details.addEventListener('toggle', fill);
  if (depth < openDepth) {
    details.open = true;
    fill();
  }
  return details;
}

function listed(members: readonly Member[], depth: number, from: number): HTMLElement[] {
  const items = members
    .slice(from, from + membersAtOnce)
    .map(([key, value]) =>
      element(
        'li',
        {},
        value instanceof JsonText ? [branch(value, depth + 1, key)] : [...keyOf(key), leaf(value)],
      ),
    );
  if (members.length <= from + membersAtOnce) return items;
  const more = element('button', {
    text: `More of ${members.length.toLocaleString('en')}`,
    attributes: { type: 'button' },
  });
  const last = element('li', {}, [more]);
  more.addEventListener('click', () =>
    last.replaceWith(...listed(members, depth, from + membersAtOnce)),
  );
  return [...items, last];
}

function keyOf(key: string | undefined): HTMLElement[] {
  return key === undefined ? [] : [element('span', { class: 'json-key', text: `${key}: ` })];
}

function leaf(value: CellValue): HTMLElement {
  const kind = typeof value === 'string' ? 'json-text' : 'json-value';
  return element('span', { class: kind, text: cellJson(value) });
}
