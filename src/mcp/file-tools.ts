// Lists files for an assistant, and tells how one is written; what does not fit is left out, and it says so.
import { fileDocument, writeListedFile } from '../formats/file-document.ts';
import { sniffDocument } from '../formats/sniff-document.ts';
import { shownNumber } from '../limits.ts';
import { fittingCount } from './fitting-count.ts';
import type { Tool } from './tool.ts';

export const listFilesTool: Tool = {
  title: 'List the data files',
  description:
    'Lists the data files that a query may name, nearest to the data folder first: path, size in bytes, time of change. Begin here when you do not know the paths.',
  parameters: {
    under: {
      type: 'string',
      description: 'list only this folder, as a path below the data folder',
      isOptional: true,
    },
  },
  run: async (values, { engine, ...reach }) => {
    const under = values.textOrUndefined('under');
    const list = await engine.listFiles({ ...reach, ...(under !== undefined && { under }) });
    const { fileCount } = list;
    const rest = fileDocument({ files: [], isCut: true, fileCount });
    const count = fittingCount(list.files.map(writeListedFile), rest);
    const isCut = list.isCut || count < list.files.length;
    const document = fileDocument({ files: list.files.slice(0, count), isCut, fileCount });
    if (!isCut) return [document];
    return [
      document,
      `Cut: these are the first ${shownNumber(count)} files, and there are more. Give "under", a folder, to see those below it`,
    ];
  },
};

export const sniffTool: Tool = {
  title: 'Tell how a file is written',
  description:
    'Tells how one file is written, and a call of read_csv that reads it, tried on the whole file: delimiter, quotes, encoding, lines above the header and below the records, columns with types and examples. Use it when a query over the file fails, or when numbers or dates come as text: typed_call reads these with their types. Put the call behind FROM.',
  parameters: {
    path: { type: 'string', description: 'of one file, as a query would write it' },
  },
  run: async (values, { engine, ...reach }) => {
    const report = await engine.sniff({ ...reach, path: values.text('path') });
    const rest = sniffDocument({ ...report, columns: [] });
    const { columns } = report;
    const count = fittingCount(
      columns.map((column) => JSON.stringify(column)),
      rest,
    );
    const document = sniffDocument({ ...report, columns: columns.slice(0, count) });
    if (count === columns.length) return [document];
    const shown = `the first ${shownNumber(count)} of ${shownNumber(columns.length)}`;
    return [document, `Cut: "columns" holds ${shown} columns`];
  },
};
