// Measures how wide texts are as cells, also while the grid does not show.
import { element } from '../element.ts';

/** In pixels, padding included. */
export function measureCells(texts: readonly string[]): number[] {
  const probes = texts.map((text) => element('span', { class: 'grid-cell probe', text }));
  const box = element(
    'div',
    { class: 'grid probes', attributes: { 'aria-hidden': 'true' } },
    probes,
  );
  document.body.append(box);
  const widths = probes.map((probe) => Math.ceil(probe.getBoundingClientRect().width) + 1);
  box.remove();
  return widths;
}
