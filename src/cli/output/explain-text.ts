// Writes how files are read as text, for people.
import { isCsvByName } from '../../files/data-extensions.ts';
import { delimiterNames } from '../../formats/delimiter-names.ts';
import { cellText } from '../../formats/table/cell-text.ts';
import { shownNumber } from '../../limits.ts';
import type { ReadDialect, ReadTable } from '../../query/read-table.ts';
import { visibleText } from '../../text/visible-text.ts';

export function explainText(table: ReadTable): string {
  const { written, columns, warnings } = table;
  const width = columns.reduce((widest, { name }) => Math.max(widest, name.length), 0);
  return [
    `${cellText(written.join(', '))}: ${kindText(table)}${rowsText(table)}, ${filesText(table)}`,
    ...readingLines(table).map((line) => `  ${line}`),
    ...columns.map(({ name, type }) => `    ${cellText(name).padEnd(width)}  ${type}`),
    ...warnings.map((warning) => `  warning: ${cellText(warning)}`),
  ].join('\n');
}

/** The dialects of CSV say that it is CSV. */
function kindText({ kind }: ReadTable): string {
  return kind === 'CSV' ? '' : `${kind}, `;
}

function rowsText({ rowCount, isPart }: ReadTable): string {
  return isPart ? `its first ${counted(rowCount, 'row')}` : counted(rowCount, 'row');
}

const mostNamedFiles = 3;

function filesText({ files, written }: ReadTable): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const size = `${counted(files.length, 'file')}, ${counted(bytes, 'byte')}`;
  const isNamed = files.length === 1 && files[0]?.path === written[0];
  if (isNamed) return size;
  const named = files.slice(0, mostNamedFiles).map(({ path }) => cellText(path));
  const more = files.length > mostNamedFiles ? ', …' : '';
  return `${size}: ${named.join(', ')}${more}`;
}

function readingLines({ isCached, isPart, isRewritten, files, dialects }: ReadTable): string[] {
  if (isPart) return ['no further than the query needs, from a copy of these rows'];
  if (isCached) return ['from the table cache'];
  if (isRewritten) {
    const copied = 'from a clean copy, made first';
    const isCsv = files.every(({ path }) => isCsvByName(path));
    return [isCsv ? `${copied}; pathql sniff shows how a file is written` : copied];
  }
  return dialects.map((dialect) => `from the files: ${dialectText(dialect, dialects.length > 1)}`);
}

function dialectText(dialect: ReadDialect, isOneOfSeveral: boolean): string {
  const { fileCount, delimiter, quote, escape: escapedBy, hasHeader } = dialect;
  const { encoding, compression, lineEnd } = dialect;
  const parts = [
    ...(isOneOfSeveral ? [counted(fileCount, 'file')] : []),
    `delimiter ${visibleText(delimiterNames[delimiter] ?? delimiter)}`,
    quote === ''
      ? 'no quotes'
      : `quote ${quote}${escapedBy === quote ? '' : `, escape ${escapedBy}`}`,
    hasHeader ? 'header' : 'no header',
    encoding,
    ...(compression === 'none' ? [] : [compression]),
    lineEnd,
  ];
  return parts.join(', ');
}

function counted(count: number, what: string): string {
  return `${shownNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}
