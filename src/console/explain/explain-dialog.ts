// Shows what a query would read: the files of each path, how they are written, and their columns.
import { button, element } from '../element.ts';
import { countText, sizeText } from '../figures.ts';
import { dialectFacts } from '../files/dialect-facts.ts';
import { type AskedQuery, type ExplainedTable, explainQuery } from '../query-server.ts';
import { showDialog } from '../show-dialog.ts';

export function openExplainDialog(query: AskedQuery): void {
  const body = element('div', { class: 'explained', attributes: { role: 'status' } }, [
    element('p', { text: 'The service looks at the files of the query…' }),
  ]);
  const dialog = showDialog('What the query reads', [
    element('h2', { text: 'What the query reads' }),
    body,
    element('div', { class: 'buttons' }, [button('Close', () => dialog.close())]),
  ]);
  const leaving = new AbortController();
  dialog.addEventListener('close', () => leaving.abort());
  explainQuery(query, leaving.signal).then(
    ({ tables }) => body.replaceChildren(...explained(tables)),
    (fault: unknown) => {
      const text = fault instanceof Error ? fault.message : String(fault);
      body.replaceChildren(element('pre', { class: 'fault', text }));
    },
  );
}

function explained(tables: readonly ExplainedTable[]): HTMLElement[] {
  if (tables.length === 0) return [element('p', { text: 'It reads no file.' })];
  return tables.flatMap((table) => [
    element('h3', { text: table.written.join(', ') }),
    element('p', { class: 'note', text: factsOf(table).join(' · ') }),
    ...filesOf(table),
    ...table.warnings.map((text) => element('p', { class: 'warning', text })),
    columnTable(table),
  ]);
}

function factsOf(table: ExplainedTable): string[] {
  const { kind, files, rowCount, isCached, isPart, isRewritten, dialects } = table;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    kind,
    `${isPart ? 'the first ' : ''}${countText(rowCount, 'row')}`,
    files.length === 1 ? sizeText(bytes) : `${countText(files.length, 'file')}, ${sizeText(bytes)}`,
    isCached ? 'answered from the cache' : 'read from the file',
    ...(isRewritten ? ['by way of a clean copy'] : []),
    ...dialects.flatMap(dialectFacts),
  ];
}

const mostFilesNamed = 20;

/** Where a pattern names several. */
function filesOf({ files, written }: ExplainedTable): HTMLElement[] {
  if (files.length === 1 && files[0]?.path === written[0]) return [];
  const named = files
    .slice(0, mostFilesNamed)
    .map(({ path, bytes }) => `${path} · ${sizeText(bytes)}`);
  const left = files.length - named.length;
  const lines = left > 0 ? [...named, `and ${countText(left, 'other file')}`] : named;
  return [
    element(
      'ul',
      {},
      lines.map((text) => element('li', { text })),
    ),
  ];
}

function columnTable({ columns }: ExplainedTable): HTMLElement {
  const rows = columns.map(({ name, type }) =>
    element('tr', {}, [
      element('th', { text: name, attributes: { scope: 'row' } }),
      element('td', { text: type.toLowerCase() }),
    ]),
  );
  return element('table', {}, [element('tbody', {}, rows)]);
}
