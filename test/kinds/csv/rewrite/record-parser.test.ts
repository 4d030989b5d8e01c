import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextSyntax } from '../../../../src/kinds/csv/rewrite/read-record.ts';
import { RecordParser } from '../../../../src/kinds/csv/rewrite/record-parser.ts';
import { type NaiveRecord, naiveParse } from './naive-parser.ts';

const plain: TextSyntax = {
  delimiter: ',',
  quote: '"',
  escapedBy: '"',
  comment: '',
  lineEnd: '\n',
  isStrict: true,
  quotedLimit: null,
};

function parsed(chunks: readonly string[], syntax: TextSyntax): NaiveRecord[] {
  const parser = new RecordParser({ syntax, firstLine: 1, maxRecordCharacters: 1_000_000 });
  const records: NaiveRecord[] = [];
  for (const [index, chunk] of [...chunks, ''].entries()) {
    for (const { fields, line, fault } of parser.push(chunk, index === chunks.length)) {
      const texts = fields.map(({ text }) => text);
      records.push({ line, texts, fault: fault?.kind ?? null });
      if (fault?.kind === 'quoted-too-long') return records;
    }
  }
  return records;
}

const texts = (text: string, syntax: Partial<TextSyntax> = {}) =>
  parsed([text], { ...plain, ...syntax }).map((record) => record.fault ?? record.texts);

describe('a record', () => {
  test.each<[string, Partial<TextSyntax>, string, (readonly string[] | string)[]]>([
    ['delimiters of several characters', { delimiter: '||' }, 'a||b|c\n', [['a', 'b|c']]],
    ['delimiters beyond ASCII', { delimiter: '§' }, 'a§"b§c"\n', [['a', 'b§c']]],
    ['quotes beyond ASCII', { quote: '»', escapedBy: '»' }, '»a,»»b»,c\n', [['a,»b', 'c']]],
    ['a space before a quote', {}, ' "a" ,  "b"\n', [['a', '  "b"']]],
    ['quotes inside of a plain field', {}, '5" disk,a\n', [['5" disk', 'a']]],
    [
      'a backslash before a quote',
      { escapedBy: '\\' },
      `${String.raw`"a\"b\\",c`}\n`,
      [['a"b\\', 'c']],
    ],
    [
      'a backslash before a letter',
      { escapedBy: '\\' },
      `${String.raw`"e\nf"`}\n`,
      ['stray-escape'],
    ],
    [
      'a backslash before a letter, kept',
      { escapedBy: '\\', isStrict: false },
      `${String.raw`"e\nf"`}\n`,
      [[String.raw`e\nf`]],
    ],
    [
      'a backslash outside of quotes',
      { escapedBy: '\\' },
      `${String.raw`e\nf,\"`}\n`,
      [[String.raw`e\nf`, String.raw`\"`]],
    ],
    ['no escape at all', { escapedBy: '' }, '"a""b"\n', ['text-after-quote']],
    ['no quotes', { quote: '', escapedBy: '' }, '"a,b"\n', [['"a', 'b"']]],
    [
      'comments',
      { comment: '#' },
      '#x,"\na,b#c\n"d" # e\n"#",f\n',
      [['a', 'b'], ['d'], ['#', 'f']],
    ],
    ['text after a quote', {}, '"a" b,c\nd,e\n', ['text-after-quote', ['d', 'e']]],
    [
      'text after a quote, kept',
      { isStrict: false },
      '"Vis-à-Vis" Bus,1\n"a,b" "c",2\n',
      [
        ['"Vis-à-Vis" Bus', '1'],
        ['"a,b" "c"', '2'],
      ],
    ],
    ['an open quote', {}, 'a,"b\nc,d\n', ['open-quote', ['c', 'd']]],
    ['an open quote, though lenient', { isStrict: false }, 'a,"b\n', ['open-quote']],
    ['line ends of several kinds', {}, 'a\r\nb\n', ['mixed-line-ends', ['b']]],
    ['line ends of any kind', { lineEnd: 'any' }, 'a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
    [
      'a long quoted field',
      { quotedLimit: { characters: 9, lines: 2 } },
      '"a\nb\nc"\n',
      ['quoted-too-long'],
    ],
  ])('with %s', (_, syntax, text, expected) => {
    expect(texts(text, syntax)).toEqual(expected);
  });

  test('knows its line and that of a quote which swallows others', () => {
    const parser = new RecordParser({ syntax: plain, firstLine: 3, maxRecordCharacters: 100 });
    const [first, second] = parser.push('"a\nb",c\nd,"e\nf\ng"h\n', true);
    expect(first).toMatchObject({ line: 3, lines: 2, fault: null });
    const fault = { kind: 'text-after-quote', line: 7, openedLine: 5 };
    expect(second).toMatchObject({ line: 5, lines: 1, fault });
  });

  test('takes its last line, too, where the text ends in it', () => {
    const parser = new RecordParser({ syntax: plain, firstLine: 1, maxRecordCharacters: 100 });
    const records = [...parser.push('"a\nb"\n"c\n\nd"', true)];
    expect(records.map(({ lines }) => lines)).toEqual([2, 3]);
  });

  test('that is too long is a fault before all of it is there', () => {
    const parser = new RecordParser({ syntax: plain, firstLine: 1, maxRecordCharacters: 9 });
    const records = [...parser.push('a\n"bbbbb', false), ...parser.push('bbbbbbb', false)];
    expect(records.map(({ fault }) => fault?.kind ?? null)).toEqual([null, 'record-too-long']);
  });
});

const marks = fc.constantFrom(
  { delimiter: ',', quote: '"', escapedBy: '"' },
  { delimiter: ';', quote: "'", escapedBy: '\\' },
  { delimiter: '||', quote: '"', escapedBy: '"' },
  { delimiter: ' ', quote: '"', escapedBy: '' },
  { delimiter: ' | ', quote: '"', escapedBy: '\\' },
  { delimiter: '§', quote: '»', escapedBy: '^' },
  { delimiter: ',', quote: '😀', escapedBy: '😎' },
  { delimiter: '\t', quote: '', escapedBy: '' },
);
const dialect = fc
  .record({
    marks,
    comment: fc.constantFrom('', '#'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r', 'any' as const),
    isStrict: fc.boolean(),
    quotedLimit: fc.constantFrom(null, { characters: 8, lines: 2 }),
  })
  .map(({ marks: own, ...rest }) => ({ ...own, ...rest }) as TextSyntax);

const awkward = dialect.chain((syntax) => {
  const { delimiter, quote, escapedBy, comment } = syntax;
  const lineEnd = syntax.lineEnd === 'any' ? '\r\n' : syntax.lineEnd;
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(delimiter, quote, escapedBy, lineEnd, 'a') },
    fc.constantFrom(...delimiter, comment, ' ', '\n', '\r', 'é', '😎', '|'),
  );
  return fc.tuple(fc.constant(syntax), fc.array(piece, { maxLength: 24 }));
});

describe('records of random texts', () => {
  test('are those of a naive parser, wherever the chunks begin', () => {
    fc.assert(
      fc.property(awkward, ([syntax, pieces]) => {
        const text = pieces.join('');
        const expected = naiveParse(text, syntax);
        expect(parsed([text], syntax)).toEqual(expected);
        expect(parsed([...text].length > 0 ? text.split('') : [], syntax)).toEqual(expected);
        for (let at = 1; at < text.length; at++) {
          expect(parsed([text.slice(0, at), text.slice(at)], syntax)).toEqual(expected);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test('are those of csv-parse where its rules are ours', () => {
    const field = fc.record({
      text: fc.string({
        unit: fc.constantFrom('a', 'é', ' ', '\n', '"', '\\', ';', '|', '#', '😀'),
      }),
      isQuoted: fc.boolean(),
    });
    const table = fc.tuple(
      fc.constantFrom({ delimiter: ';', escape: '"' }, { delimiter: '||', escape: '\\' }),
      fc.array(fc.array(field, { minLength: 2, maxLength: 3 }), { maxLength: 5 }),
    );
    fc.assert(
      fc.property(table, ([{ delimiter, escape: escapedBy }, rows]) => {
        const written = ({ text, isQuoted }: { text: string; isQuoted: boolean }) => {
          if (!isQuoted) return text.replace(/[\n"\\;|# ]/g, 'x');
          const escaped = escapedBy === '"' ? text : text.replaceAll('\\', '\\\\');
          return `"${escaped.replaceAll('"', `${escapedBy}"`)}"`;
        };
        const lines = rows.map((row) => `${row.map(written).join(delimiter)}\n# none\n`);
        const options = { delimiter, escape: escapedBy, comment: '#', relax_column_count: true };
        const expected: string[][] = parse(lines.join(''), options);
        expect(texts(lines.join(''), { delimiter, escapedBy, comment: '#' })).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
