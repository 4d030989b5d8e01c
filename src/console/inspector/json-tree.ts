// Shows a list or struct as a tree that opens and closes.
import { ExactNumber, type Value } from '../../client/client.ts';
import { writeJson } from '../../client/write-json.ts';
import { element } from '../element.ts';

type Branch = readonly Value[] | { readonly [key: string]: Value };

const openDepth = 2;
/** More of one level are listed when they are asked for. */
const membersAtOnce = 200;

export function jsonTree(value: Value): HTMLElement {
  return element('div', { class: 'json-tree' }, [isBranch(value) ? branch(value, 0) : leaf(value)]);
}

function isBranch(value: Value): value is Branch {
  return value !== null && typeof value === 'object' && !(value instanceof ExactNumber);
}

function branch(value: Branch, depth: number, key?: string): HTMLElement {
  const isList = Array.isArray(value);
  const members = Object.entries(value) as [string, Value][];
  const count = `${members.length.toLocaleString('en')} ${isList ? 'items' : 'members'}`;
  const summary = element('summary', {}, [
    ...keyOf(key),
    element('span', { class: 'json-count', text: `${isList ? '[ ]' : '{ }'} ${count}` }),
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

function listed(members: readonly [string, Value][], depth: number, from: number): HTMLElement[] {
  const items = members
    .slice(from, from + membersAtOnce)
    .map(([key, value]) =>
      element(
        'li',
        {},
        isBranch(value) ? [branch(value, depth + 1, key)] : [...keyOf(key), leaf(value)],
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

function leaf(value: Value): HTMLElement {
  const kind = typeof value === 'string' ? 'json-text' : 'json-value';
  return element('span', { class: kind, text: writeJson(value) });
}
