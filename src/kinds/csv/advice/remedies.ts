// Lists which changes of the options are worth a try for a fault, with what each one costs the reader.
import { countLineBreaks } from '../../shared/bytes/file-text.ts';
import type { Fault, FaultKind } from '../../shared/faulty-file.ts';
import { momentFormats } from '../../shared/types/given/common-formats.ts';
import { type GivenTypeRule, givenTypeRule } from '../../shared/types/given-types.ts';
import { meansNoValue } from '../header/missing-value.ts';
import { isFooter } from './footer.ts';
import { bytesToDecode } from './high-bytes.ts';
import { likelyEncodings } from './likely-encodings.ts';
import { isRule } from './rule-lines.ts';
import type { Sample } from './try-reading.ts';

/** Values of options by name. */
export type Changes = Readonly<Record<string, unknown>>;

export interface Situation {
  readonly fault: Fault;
  readonly sample: Sample;
  /** The first part of the file as text, however its bytes are to be understood. */
  readonly text: string;
  /** Another one is sought; null: any. */
  readonly delimiter: string | null;
  /** Lines to skip by the options so far. */
  readonly skip: number;
}

export interface Remedy {
  readonly option: string;
  /** Other names of it. */
  readonly alias?: string;
  /** Readings that lose nothing are cheap; of two that read the file the cheaper one is advised. */
  readonly cost: number;
  readonly helps: readonly FaultKind[];
  /** An option that was given is kept, unless the fault proves it wrong. */
  readonly replaces?: boolean;
  readonly changes: (situation: Situation) => readonly Changes[];
}

const widths = ['too-few-fields', 'too-many-fields'] as const;
const quotes = ['open-quote', 'text-after-quote', 'stray-escape', 'quoted-too-long'] as const;
const records = [...widths, ...quotes] as const;
const starts = ['empty-first-line', 'unclear-delimiter', 'mixed-line-ends'] as const;

const maxPreambleLines = 30;
const delimiters = [';', '\t', '|', ',', ':', '^', '~', '||', '::', ';;'] as const;
export const maxMaxLineSize = 256_000_000;

/** A colon in times of day parts their hours from their minutes. */
function separates(mark: string, text: string): boolean {
  return text.includes(mark) && !(mark === ':' && /\d:\d\d/.test(text));
}

export const remedies: readonly Remedy[] = [
  {
    option: 'skip',
    cost: 10,
    helps: [...records, ...starts],
    replaces: true,
    changes: ({ skip, text, fault }) => {
      const isNearTop = fault.line <= skip + maxPreambleLines + 1;
      const least = skip + 1;
      const most = isNearTop ? Math.min(skip + maxPreambleLines, countLineBreaks(text)) : 0;
      return Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => ({
        skip: least + at,
      }));
    },
  },
  {
    option: 'delim',
    alias: 'sep',
    cost: 11,
    helps: [...records, 'unclear-delimiter'],
    changes: ({ text, delimiter, fault: { rivals } }) =>
      (rivals ?? delimiters)
        .filter((mark) => mark !== delimiter && separates(mark, text))
        .map((delim) => ({ delim })),
  },
  {
    option: 'comment',
    cost: 12,
    helps: [...records, ...starts],
    changes: ({ text, fault }) =>
      /^#/m.test(text) || /^#/m.test(fault.ahead) ? [{ comment: '#' }] : [],
  },
  {
    option: 'escape',
    cost: 13,
    helps: [...records, 'record-too-long'],
    changes: ({ text, fault }) =>
      text.includes('\\"') || fault.ahead.includes('\\"') ? [{ escape: '\\' }] : [],
  },
  {
    option: 'quote',
    cost: 14,
    helps: [...records, 'record-too-long'],
    changes: ({ text }) => [
      ...(/(?:^|[,;\t|])'[^']*'(?:[,;\t|]|$)/m.test(text) ? [{ quote: "'" }] : []),
      { quote: '' },
    ],
  },
  {
    option: 'encoding',
    cost: 15,
    helps: ['not-text', 'nul'],
    replaces: true,
    changes: ({ sample: { first }, fault }) =>
      likelyEncodings(bytesToDecode({ first, fault })).map((encoding) => ({ encoding })),
  },
  {
    option: 'strict_mode',
    cost: 16,
    helps: ['mixed-line-ends', 'text-after-quote', 'stray-escape', ...widths],
    changes: () => [{ strict_mode: false }],
  },
  {
    option: 'max_line_size',
    cost: 9,
    helps: ['record-too-long'],
    replaces: true,
    changes: ({ fault: { ahead } }) =>
      hasOpenQuote(ahead) ? [] : [{ max_line_size: maxMaxLineSize }],
  },
  {
    option: 'nullstr',
    cost: 19,
    helps: ['value'],
    changes: ({ fault: { text = '' } }) =>
      text !== '' && meansNoValue(text) ? [{ nullstr: [text] }] : [],
  },
  {
    option: 'dateformat',
    cost: 20,
    helps: ['value'],
    changes: ({ fault }) =>
      formatsOf(fault, (dateFormat) => givenTypeRule('DATE', { dateFormat })).map((dateformat) => ({
        dateformat,
      })),
  },
  {
    option: 'timestampformat',
    cost: 20,
    helps: ['value'],
    changes: ({ fault }) =>
      formatsOf(fault, (timestampFormat) => givenTypeRule('TIMESTAMP', { timestampFormat })).map(
        (timestampformat) => ({ timestampformat }),
      ),
  },
  {
    option: 'decimal_separator',
    cost: 21,
    helps: ['value'],
    changes: ({ fault: { text = '' } }) =>
      text.includes(',')
        ? [
            { decimal_separator: ',' },
            ...['.', ...groupMarks(text)].map((thousands) => ({
              decimal_separator: ',',
              thousands,
            })),
          ]
        : [],
  },
  {
    option: 'thousands',
    cost: 22,
    helps: ['value'],
    changes: ({ fault: { text = '' } }) => groupMarks(text).map((thousands) => ({ thousands })),
  },
  {
    option: 'ignore_errors',
    cost: 17,
    helps: ['too-few-fields'],
    changes: ({ fault }) => (isRule(fault) ? [{ ignore_errors: true }] : []),
  },
  {
    option: 'null_padding',
    cost: 60,
    helps: ['too-few-fields'],
    changes: ({ fault }) => (isFooter(fault) || isRule(fault) ? [] : [{ null_padding: true }]),
  },
  {
    option: 'ignore_errors',
    cost: 90,
    helps: [...widths, 'text-after-quote', 'stray-escape'],
    changes: () => [{ ignore_errors: true }],
  },
];

function formatsOf(
  { text = '' }: Fault,
  ruleOf: (format: string) => GivenTypeRule,
): readonly string[] {
  return momentFormats.filter((format) => ruleOf(format).fits(text));
}

/** A quote that is never closed makes one record of all that follows. */
function hasOpenQuote(text: string): boolean {
  const [line = ''] = text.split(/[\r\n]/, 1);
  return line.split('"').length % 2 === 0;
}

/** A single point may be that of decimals. */
function groupMarks(text: string): string[] {
  const [, mark] = /\d([,' _’\u00a0\u202f])\d{3}(?!\d)|$/.exec(text) ?? [];
  return [...(mark === undefined ? [] : [mark]), ...(/\.\d{3}\.\d{3}/.test(text) ? ['.'] : [])];
}
