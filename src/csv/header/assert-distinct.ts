// Refuses a dialect in which one mark has two meanings.
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv-file.ts';
import type { ReadOptions } from '../read-options.ts';
import type { Dialect } from './dialect.ts';

/** What has two meanings would be read as one of them. */
export function assertDistinct(
  { shownPath }: CsvFile,
  { delimiter, quote, escapedBy, comment }: Dialect,
  { nullTexts = [] }: ReadOptions,
): void {
  const pairs = [
    ['delim', delimiter, 'quote', quote],
    ['delim', delimiter, 'escape', escapedBy],
    ['delim', delimiter, 'comment', comment],
    ['quote', quote, 'comment', comment],
    ['escape', escapedBy, 'comment', comment],
    ...nullTexts.map((text) => ['delim', delimiter, 'nullstr', text] as const),
    ...nullTexts.map((text) => ['quote', quote, 'nullstr', text] as const),
  ] as const;
  const clash = pairs.find(([, mark, , other]) => {
    return mark !== '' && other !== '' && (other.includes(mark) || mark.includes(other));
  });
  if (clash === undefined) return;
  const [name, mark, other] = clash;
  const message = `read_csv cannot tell ${other} of '${shownPath}' from its ${name}: '${mark}' stands for both. Name other ones: ${name} = …, ${other} = …`;
  throw new PathqlError('read_option_invalid', message);
}
