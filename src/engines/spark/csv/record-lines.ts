// Writes the Spark SQL that reads lines as records: a line is one record when it has this form and no other.
import { textLiteral } from '../plan/literals.ts';
import { literalPattern } from '../plan/regular-expressions.ts';

/** How the files of a table are written, as far as reading their lines goes. */
export interface LineSyntax {
  /** One character. */
  readonly delimiter: string;
  /** Fields of a record. */
  readonly width: number;
  readonly endsInCr: boolean;
  /** The line of the header, without its end; null: the first record is data. */
  readonly header: string | null;
  readonly hasQuotes: boolean;
}

export const carriageReturn = textLiteral('\r');
export const quote = textLiteral('"');

/** For a class of characters in a regular expression, of Java or JavaScript: `^` and `]` stand for themselves. */
function inClass(delimiter: string): string {
  return delimiter.replace(/./gs, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Java's regular expressions: what is possessive is not tried again. */
function quotedField(): string {
  return '"[^"]*+(?:""[^"]*+)*+"';
}

/** A plain field may hold quotes, but not begin with one, nor with a space and one. */
export function recordPattern({
  delimiter,
  width,
}: Pick<LineSyntax, 'delimiter' | 'width'>): string {
  const mark = `[${inClass(delimiter)}]`;
  const field = `(?:${quotedField()}|(?! ?")[^${inClass(delimiter)}]*+)`;
  // Empty fields beyond the last column are let through.
  return `^${field}(?:${mark}${field}){${width - 1}}(?:${mark}(?:"")?+)*+\\z`;
}

/** The text of the line `value`, without a carriage return that ends it. Where one may stand inside, the file is refused. */
export function lineSql({ endsInCr }: Pick<LineSyntax, 'endsInCr'>): string {
  return endsInCr ? `substring_index(value, ${carriageReturn}, 1)` : 'value';
}

/** SELECT of the lines that are records, as `line`. */
export function recordLinesSql(syntax: LineSyntax, relation: string): string {
  const line = lineSql(syntax);
  const conditions = [
    ...(syntax.header === null ? [] : [`${line} <> ${textLiteral(syntax.header)}`]),
    // In a table of one column an empty line is a row without a value.
    ...(syntax.width === 1 ? [] : [`${line} <> ''`]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `SELECT ${line} AS line FROM ${relation}${where}`;
}

/** SELECT of the records' fields, as the array `fields`. */
export function fieldsSql(syntax: LineSyntax, relation: string): string {
  return `SELECT ${splitSql(syntax)} AS fields FROM (${recordLinesSql(syntax, relation)})`;
}

/** The fields of `line`. Where there are quotes, a delimiter stands before the first field, too: so no match is empty. */
export function splitSql({
  delimiter,
  hasQuotes,
}: Pick<LineSyntax, 'delimiter' | 'hasQuotes'>): string {
  if (!hasQuotes) return `split(line, ${textLiteral(literalPattern(delimiter))}, -1)`;
  const field = `[${inClass(delimiter)}](${quotedField()}|[^${inClass(delimiter)}]*+)`;
  return `regexp_extract_all(${textLiteral(delimiter)} || line, ${textLiteral(field)}, 1)`;
}

/** The text of a field by its position, a number or SQL of one; NULL for an empty one. */
export function fieldSql({ hasQuotes }: LineSyntax, position: number | string): string {
  const field = `get(fields, ${position})`;
  if (!hasQuotes) return `CASE WHEN ${field} <> '' THEN ${field} END`;
  const inner = `replace(substring(${field}, 2, char_length(${field}) - 2), ${textLiteral('""')}, ${quote})`;
  const isEmpty = `${field} IN ('', ${textLiteral('""')})`;
  return `CASE WHEN ${isEmpty} THEN NULL WHEN startswith(${field}, ${quote}) THEN ${inner} ELSE ${field} END`;
}

/** The fields of one line, of the same form; null: it has another one. */
export function splitLine(line: string, delimiter: string): string[] | null {
  const fields: string[] = [];
  const mark = inClass(delimiter);
  const field = new RegExp(`(?:"((?:[^"]|"")*)"|(?! ?")([^${mark}]*))(?=[${mark}]|$)`, 'uy');
  for (let at = 0; ; ) {
    field.lastIndex = at;
    const match = field.exec(line);
    if (match === null) return null;
    const [whole, quoted, plain = ''] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (at >= line.length) return fields;
    at += delimiter.length;
  }
}
