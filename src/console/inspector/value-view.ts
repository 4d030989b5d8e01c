// Shows one value in full: its exact text with every line break, JSON as a tree.
import { ExactNumber } from '../../client/exact-number.ts';
import { JsonText } from '../../client/json-text.ts';
import { type CellValue, readJsonMembers } from '../../client/read-json.ts';
import { CutValue } from '../answer/cut-value.ts';
import { button, element } from '../element.ts';
import { countText } from '../figures.ts';
import { cellText } from '../result/cell-text.ts';
import { copyText } from '../save-file.ts';
import { mayBeNan } from '../sql/filter-query.ts';
import { jsonTree } from './json-tree.ts';

export interface ShownValue {
  readonly name: string;
  readonly type: string;
  readonly row: number;
  /** Undefined: not here yet. */
  readonly value: CellValue | CutValue | undefined;
  readonly whole: () => Promise<CellValue | CutValue>;
}

/** Longer ones are laid out when they are asked for. */
const longestShown = 100_000;

export function valueView({ name, type, row, value, whole }: ShownValue): Node[] {
  const title = element('h2', { text: name });
  const where = element('p', {
    class: 'note',
    text: `${type.toLowerCase()} · row ${(row + 1).toLocaleString('en')}`,
  });
  if (value === undefined) return [title, where];
  const text = cellText(value);
  return [
    title,
    where,
    element('p', { class: 'note', text: factsOf(value, type, text) }),
    ...body(value, text, whole),
    button('Copy the value', () => void copyWhole(value, whole), { class: 'quiet' }),
  ];
}

async function copyWhole(value: CellValue | CutValue, whole: ShownValue['whole']): Promise<void> {
  const copied = value instanceof CutValue ? await whole() : value;
  await copyText(copied === null ? '' : cellText(copied));
}

function body(value: CellValue | CutValue, text: string, whole: ShownValue['whole']): Node[] {
  if (value instanceof CutValue) {
    return wholeText(text, value.length, async () => cellText(await whole()));
  }
  if (value === null) return [element('p', { class: 'whole-value null', text: 'NULL' })];
  const tree = treeOf(value);
  if (tree !== undefined && typeof value === 'object') return [jsonTree(tree)];
  // A tree does not show the blanks of a text.
  const all = wholeText(text, text.length, async () => text);
  return tree === undefined ? all : [jsonTree(tree), ...all];
}

function wholeText(text: string, length: number, whole: () => Promise<string>): Node[] {
  const shown = text.slice(0, longestShown).toWellFormed();
  const pre = element('pre', {
    class: 'whole-value',
    text: shown,
    attributes: { tabindex: '0' },
  });
  if (length <= shown.length) return [pre];
  const rest = button(`Show all ${length.toLocaleString('en')} characters`, async () => {
    pre.textContent = await whole();
    rest.remove();
  });
  return [pre, rest];
}

/** Lists and structs, and texts that hold one. */
function treeOf(value: CellValue): JsonText | undefined {
  if (value instanceof JsonText) return value;
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    readJsonMembers(value);
    return new JsonText(value);
  } catch {
    return undefined;
  }
}

const nullOrNan =
  'NULL, NaN or an infinity: answers have no numbers for these. isnan() and isinf() tell them apart.';

function factsOf(value: CellValue | CutValue, type: string, text: string): string {
  if (value instanceof CutValue) return countText(value.length, 'character');
  if (value === null && mayBeNan(type)) return nullOrNan;
  if (typeof value === 'string') return textFacts(value);
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber) {
    return groupedDigits(text);
  }
  return '';
}

function textFacts(text: string): string {
  if (text === '') return 'empty text';
  const lines = text.split(/\r\n|\r|\n/).length;
  const length = countText([...text].length, 'character');
  const edges = text !== text.trim() ? ' · blanks at an end' : '';
  return `${length}${lines > 1 ? ` · ${lines.toLocaleString('en')} lines` : ''}${edges}`;
}

/** Easier to read, and every digit is there; none for short ones. */
function groupedDigits(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole.length < 4) return '';
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
}
