// Writes random JSON files: all escapes, numbers of any length, nesting, late keys, objects in any layout.
import { type Random, randomOf } from '../../differential/random.ts';

export interface RandomFile {
  readonly name: string;
  readonly content: string;
  /** What was put in to be refused; null: the file is to be read. */
  readonly fault: string | null;
}

export function randomJson(seed: number): RandomFile {
  return new Writer(randomOf(seed)).file();
}

const keys = [
  'id',
  'a',
  'A',
  'name',
  'é',
  'with "quotes"',
  '',
  'k\\n',
  'x'.repeat(40),
  'année',
  '键',
];
const plainTexts = [
  '',
  'x',
  'true',
  'null',
  '12',
  '2024-02-30',
  '01/02/2024',
  '{"a":1}',
  '😀é',
  'a,b;c',
  '-',
];
const moments = [
  '2024-01-31',
  '2024-02-29',
  '0001-01-01',
  '2024-01-31T10:30:00',
  '1999-12-31T23:59:59.5',
  '2024-01-31T10:30:00Z',
];
const faults: Readonly<Record<string, string>> = {
  'a key twice': '{"id":1,"id":1}',
  'an inner key twice': '{"id":{"a":[{"b":1,"\\u0062":2}]}}',
  'half a pair': '{"id":"\\ud83d"}',
  'the other half': '{"id":["\\ude00"]}',
  'a leading zero': '{"id":007}',
  'no number': '{"id":NaN}',
  'no object': '[1]',
  'a trailing comma': '{"id":[1,]}',
  'a raw tab': '{"id":"\t"}',
};

class Writer {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  file(): RandomFile {
    const columns = this.#some(keys, 1 + this.#random.below(6)).map((key) => ({
      key,
      kind: this.#random.pick(kinds),
      share: this.#random.pick([1, 1, 0.9, 0.5, 0.02]),
    }));
    const count = this.#random.pick([1, 2, 5, 40, 400]);
    const rows = Array.from({ length: count }, () => {
      const own = columns.filter(({ share }) => this.#random.chance(share));
      if (this.#random.chance(0.1)) own.reverse();
      return this.#object(own.map(({ key, kind }) => [key, this.#value(kind)]));
    });
    // A table has a column.
    rows.push(this.#object(columns.map(({ key, kind }) => [key, this.#value(kind)])));
    const fault = this.#random.chance(0.2) ? this.#random.pick(Object.keys(faults)) : null;
    if (fault !== null) rows.splice(this.#random.below(rows.length + 1), 0, faults[fault] ?? '');
    const content = this.#laidOut(rows);
    return { name: this.#random.pick(['x.json', 'x.ndjson', 'x.jsonl']), content, fault };
  }

  #laidOut(rows: readonly string[]): string {
    const mark = this.#random.chance(0.1) ? '\ufeff' : '';
    const lineEnd = this.#random.pick(['\n', '\n', '\r\n', '\n\n', ' \n\t']);
    if (this.#random.chance(0.6))
      return mark + rows.join(lineEnd) + this.#random.pick(['', lineEnd]);
    if (this.#random.chance(0.3)) return mark + rows.join(this.#random.pick(['', ' ', '\r']));
    return `${mark}[${lineEnd}${rows.join(this.#random.pick([',', `,${lineEnd}`, ' , ']))}${lineEnd}]`;
  }

  #object(entries: readonly (readonly [string, string])[]): string {
    const space = this.#random.pick(['', '', ' ', '\n  ']);
    const parts = entries.map(
      ([key, value]) => `${space}${this.#text(key)}${space}:${space}${value}`,
    );
    return `{${parts.join(',')}${space}}`;
  }

  #value(kind: Kind, depth = 0): string {
    if (this.#random.chance(0.1)) return 'null';
    const write: Readonly<Record<Kind, () => string>> = {
      boolean: () => this.#random.pick(['true', 'false']),
      small: () => String(this.#random.below(2000) - 1000),
      whole: () => this.#whole(this.#random.pick([5, 18, 19, 20, 38, 39])),
      price: () => `${this.#random.below(1e6)}.${this.#random.below(100)}`,
      number: () => this.#number(),
      moment: () => `"${this.#random.pick(moments.slice(0, 3))}"`,
      time: () => `"${this.#random.pick(moments)}"`,
      text: () => this.#text(this.#random.pick([...plainTexts, ...moments])),
      mixed: () => this.#value(this.#random.pick(kinds), depth + 1),
      list: () => this.#list(depth),
      object: () => this.#inner(depth),
    };
    return depth > 4 ? '[]' : write[kind]();
  }

  #list(depth: number): string {
    const items = Array.from({ length: this.#random.below(4) }, () =>
      this.#value(this.#random.pick(kinds), depth + 1),
    );
    return `[${items.join(this.#random.pick([',', ', ', ',\n']))}]`;
  }

  #inner(depth: number): string {
    const own = this.#some(keys, this.#random.below(4));
    return this.#object(own.map((key) => [key, this.#value(this.#random.pick(kinds), depth + 1)]));
  }

  #number(): string {
    const sign = this.#random.pick(['', '', '-']);
    const whole = this.#random
      .pick(['0', this.#digits(1), this.#digits(9), this.#digits(20)])
      .replace(/^0+(?=\d)/, '');
    const fraction = this.#random.pick([
      '',
      '',
      `.${this.#digits(2)}`,
      `.${this.#digits(17)}`,
      `.${this.#digits(30)}`,
    ]);
    const exponent = this.#random.pick(['', '', '', 'e5', 'E+3', 'e-10', 'E300', 'e400', 'e-400']);
    return `${sign}${whole}${fraction}${exponent}`;
  }

  #whole(digits: number): string {
    return `${this.#random.pick(['', '-'])}${1 + this.#random.below(9)}${this.#digits(digits - 1)}`;
  }

  #digits(count: number): string {
    return Array.from({ length: count }, () => this.#random.below(10)).join('');
  }

  /** Some characters as escapes, in one way or the other. */
  #text(text: string): string {
    const isPlain = this.#random.chance(0.7);
    const units = Array.from({ length: text.length }, (_, at) => text.charAt(at));
    const written = units.map((unit) => {
      const plain = JSON.stringify(unit).slice(1, -1);
      if (isPlain || this.#random.chance(0.7)) return /[\ud800-\udfff]/.test(unit) ? unit : plain;
      if (unit === '/') return '\\/';
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
    // Both halves of a pair are written alike.
    const hasPair = /[\ud800-\udfff]/.test(text);
    return hasPair ? JSON.stringify(text) : `"${written.join('')}"`;
  }

  #some<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      return left.splice(this.#random.below(left.length), 1)[0] as T;
    });
  }
}

const kinds = [
  'boolean',
  'small',
  'whole',
  'price',
  'number',
  'moment',
  'time',
  'text',
  'mixed',
  'list',
  'object',
] as const;
type Kind = (typeof kinds)[number];
