// Shows a field for each parameter of a query: ?, $1 or $name.
import { TokenReader } from '../../sql/text/token-reader.ts';
import { element } from '../element.ts';
import { type GivenParameter, type GivenParameters, parameterKinds } from './drafts.ts';

/** Names, or numbers from 1, in the order in which they come. */
export function parameterNames(sql: string): string[] {
  const reader = new TokenReader(sql);
  const names = new Set<string>();
  let marks = 0;
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (token.kind !== 'parameter') continue;
    if (token.text === '?') marks += 1;
    names.add(token.text === '?' ? String(marks) : token.text.slice(1));
  }
  return [...names];
}

/** As JSON for the service; undefined when there are none. Throws when a value is not of its kind. */
export function parametersJson(
  names: readonly string[],
  given: GivenParameters,
): string | undefined {
  if (names.length === 0) return undefined;
  const values = names.map((name) => valueJson(name, given[name]));
  if (!names.every((name) => /^\d+$/.test(name))) {
    return `{${names.map((name, at) => `${JSON.stringify(name)}:${values[at]}`).join(',')}}`;
  }
  const byNumber = names.map((name, at) => ({ number: Number(name), value: values[at] }));
  byNumber.sort((a, b) => a.number - b.number);
  return `[${byNumber.map(({ value }) => value).join(',')}]`;
}

function valueJson(name: string, given: GivenParameter | undefined): string {
  if (given === undefined) throw new Error(`Parameter ${name} has no value yet: fill in its field`);
  const text = given.text.trim();
  if (given.kind === 'text') return JSON.stringify(given.text);
  if (given.kind === 'NULL') return 'null';
  if (given.kind === 'number' && numberPattern.test(text)) return text;
  if (given.kind === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase();
  const expected = given.kind === 'number' ? 'a number such as 30 or 1.5' : 'true or false';
  throw new Error(`Parameter ${name}: expected ${expected}, got '${given.text}'`);
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export interface ParameterFieldsOptions {
  readonly host: HTMLElement;
  readonly names: readonly string[];
  readonly given: GivenParameters;
  readonly onChange: (given: GivenParameters) => void;
  readonly onRun: () => void;
}

/** Fields stay while the names do, so that none loses the focus. */
export function showParameterFields(options: ParameterFieldsOptions): void {
  const { host, names } = options;
  const key = JSON.stringify([names, options.given]);
  if (host.dataset.shown === key) return;
  host.dataset.shown = key;
  host.hidden = names.length === 0;
  let given = options.given;
  const change = (name: string, parameter: GivenParameter) => {
    given = { ...given, [name]: parameter };
    host.dataset.shown = JSON.stringify([names, given]);
    options.onChange(given);
  };
  host.replaceChildren(
    ...names.map((name) => field(name, given[name], options.onRun, (one) => change(name, one))),
  );
}

function field(
  name: string,
  { kind, text }: GivenParameter = { kind: 'text', text: '' },
  onRun: () => void,
  onChange: (parameter: GivenParameter) => void,
): HTMLElement {
  const label = /^\d+$/.test(name) ? `Parameter ${name}` : `$${name}`;
  const input = element('input', {
    attributes: { 'aria-label': label, autocomplete: 'off', spellcheck: 'false' },
  });
  input.value = text;
  const select = element(
    'select',
    { attributes: { 'aria-label': `Kind of ${label}` } },
    parameterKinds.map((one) => element('option', { text: one })),
  );
  select.value = kind;
  let isKindChosen = false;
  const report = () => {
    input.disabled = select.value === 'NULL';
    onChange({ kind: select.value as GivenParameter['kind'], text: input.value });
  };
  input.addEventListener('input', () => {
    // One sees what it is taken for, and may say otherwise: a postcode is a text.
    if (!isKindChosen) select.value = numberPattern.test(input.value.trim()) ? 'number' : 'text';
    report();
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') onRun();
  });
  select.addEventListener('change', () => {
    isKindChosen = true;
    report();
  });
  return element('div', { class: 'parameter' }, [
    element('span', { text: label, attributes: { 'aria-hidden': 'true' } }),
    input,
    select,
  ]);
}
