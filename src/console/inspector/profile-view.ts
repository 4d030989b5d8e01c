// Shows the profile of a column: its figures, how its values lie, and the most frequent ones.
import type { CellValue } from '../../client/read-json.ts';
import { button, element } from '../element.ts';
import { cellText } from '../result/cell-text.ts';
import { isComparable } from '../sql/filter-query.ts';
import type { ColumnProfile } from './column-profile.ts';
import { binCount } from './profile-query.ts';

export function profileView(profile: ColumnProfile, onKeep: (value: CellValue) => void): Node[] {
  return [figures(profile), ...bins(profile), ...topValues(profile, onKeep)];
}

function figures(profile: ColumnProfile): HTMLElement {
  const { rowCount, valueCount, distinctCount, min, max, emptyTexts, average, infiniteCount } =
    profile;
  const nulls = rowCount - valueCount;
  const entries: readonly (readonly [string, string])[] = [
    ['Rows', rowCount.toLocaleString('en')],
    ['NULL', `${nulls.toLocaleString('en')}${share(nulls, rowCount)}`],
    ...(emptyTexts === null ? [] : [['Empty text', emptyTexts.toLocaleString('en')] as const]),
    ['Distinct', distinctCount.toLocaleString('en')],
    ...(infiniteCount ? [['NaN, infinite', infiniteCount.toLocaleString('en')] as const] : []),
    ['Minimum', cellText(min)],
    ['Maximum', cellText(max)],
    ...(average === null ? [] : [['Average', cellText(average)] as const]),
  ];
  return element(
    'dl',
    { class: 'figures' },
    entries.flatMap(([name, value]) => [
      element('dt', { text: name }),
      element('dd', { text: value, attributes: { title: value } }),
    ]),
  );
}

function share(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '';
  const percent = (100 * part) / whole;
  return ` (${percent < 0.1 ? '< 0.1' : percent.toFixed(1)} %)`;
}

function bins({ bins: counts, min, max }: ColumnProfile): HTMLElement[] {
  if (counts.size === 0) return [];
  const highest = Math.max(...counts.values());
  const described = `How the values lie from ${cellText(min)} to ${cellText(max)}`;
  const bars = element('div', {
    class: 'bins',
    attributes: { role: 'img', 'aria-label': described },
  });
  for (let bin = 0; bin < binCount; bin += 1) {
    const count = counts.get(bin) ?? 0;
    const bar = element('span', { attributes: { title: count.toLocaleString('en') } });
    bar.style.height = count === 0 ? '0' : `${Math.max(3, (100 * count) / highest)}%`;
    bars.append(bar);
  }
  const ends = element('div', { class: 'bin-ends' }, [
    element('span', { text: cellText(min) }),
    element('span', { text: cellText(max) }),
  ]);
  return [element('h3', { text: 'Distribution' }), bars, ends];
}

const keepTitle = 'Keep rows with this value';

function topValues(
  { top, rowCount }: ColumnProfile,
  onKeep: (value: CellValue) => void,
): HTMLElement[] {
  if (top.length === 0) return [];
  const items = top.map(({ value, count }) => {
    const keep = isComparable(value)
      ? button('', () => onKeep(value), { class: 'top-value', attributes: { title: keepTitle } })
      : element('div', { class: 'top-value' });
    const bar = element('span', { class: 'top-bar' });
    bar.style.width = `${(100 * count) / rowCount}%`;
    keep.append(
      bar,
      element('span', { class: 'top-text', text: cellText(value).slice(0, 200).toWellFormed() }),
      element('span', { class: 'top-count', text: count.toLocaleString('en') }),
    );
    return element('li', {}, [keep]);
  });
  return [element('h3', { text: 'Most frequent' }), element('ul', { class: 'top-values' }, items)];
}
