// Shows three queries to begin with where the result will be.
import { button, element } from '../element.ts';
import type { ExampleQuery } from './example-queries.ts';

export function showWelcome(
  panel: HTMLElement,
  examples: readonly ExampleQuery[],
  onChoose: (example: ExampleQuery) => void,
): void {
  const cards = examples.map((example) => {
    const card = button('', () => onChoose(example), { class: 'card' });
    card.append(element('strong', { text: example.title }), element('code', { text: example.sql }));
    return element('li', {}, [card]);
  });
  panel.replaceChildren(
    element('h2', { text: 'Ask your files' }),
    element('p', { text: examples.length === 0 ? nothingYet : invitation }),
    element('ul', { class: 'cards' }, cards),
  );
}

const invitation =
  'Write SQL above with file paths as tables, choose a file, or begin with one of these:';
const nothingYet = 'Write SQL above with file paths as tables, or choose a file.';
