// Lists files for an assistant, and tells how one is written; what does not fit is left out, and it says so.
import { PathqlError } from '../errors.ts';
import { fileDocument, writeListedFile } from '../formats/file-document.ts';
import { sniffDocument } from '../formats/sniff-document.ts';
import { limits, shownNumber } from '../limits.ts';
import type { FileListRequest, FolderCount, ListedFile } from '../query/file-list.ts';
import type { SniffReport } from '../query/sniff-report.ts';
import { afterColumn, columnCount, columnsAfter, nextColumns } from './column-pages.ts';
import { fittingCount } from './fitting-count.ts';
import type { Tool, ToolValues } from './tool.ts';

const { most: mostFiles } = limits.listedFiles;

export const listFilesTool: Tool = {
  title: 'List the data files',
  description:
    'Lists the data files that a query may name, nearest to the data folder first: path, size in bytes, time of change. file_count tells how many there are. Begin here when you do not know the paths; find some of many by "matching".',
  parameters: {
    under: {
      type: 'string',
      description: 'list only this folder, as a path below the data folder',
      isOptional: true,
    },
    matching: {
      type: 'string',
      description: 'list only files whose path holds each of these words, in any letter case',
      isOptional: true,
    },
    after: {
      type: 'string',
      description: 'the last path of the page before: list the files behind it',
      isOptional: true,
    },
    limit: {
      type: 'integer',
      description: 'files of a page, which are fewer where they do not fit',
      minimum: 1,
      maximum: mostFiles,
      default: mostFiles,
    },
    folders: {
      type: 'boolean',
      description: 'whether to count the files of each folder, too',
      default: false,
    },
  },
  run: async (values, { engine, ...reach }) => {
    const filter = given(values, ['under', 'matching']);
    const limit = values.integer('limit');
    const countsFolders = values.flag('folders');
    const request = { ...reach, ...filter, ...given(values, ['after']), limit, countsFolders };
    const list = await engine.listFiles(request);
    const folders = list.folders?.slice(0, fittingFolders(list.folders));
    const shown = { ...list, ...(folders !== undefined && { folders }) };
    const rest = fileDocument({ ...shown, files: [], isCut: true });
    const count = fittingCount(list.files.map(writeListedFile), rest);
    const files = list.files.slice(0, count);
    const isCut = list.isCut || count < list.files.length;
    const notes: string[] = [];
    if (isCut) {
      const isPage = list.fileCount !== null || count < list.files.length || count === limit;
      notes.push(isPage ? nextFiles(filter, limit, files) : unseenFiles);
    }
    if (folders !== undefined && folders.length < (list.folders?.length ?? 0)) {
      notes.push(cutFolders(folders.length));
    }
    return [fileDocument({ ...shown, files, isCut }), ...notes];
  },
};

function given(
  values: ToolValues,
  names: readonly ('under' | 'matching' | 'after')[],
): Pick<FileListRequest, 'under' | 'matching' | 'after'> {
  const texts = names.map((name) => [name, values.textOrUndefined(name)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

/** The files get the other half. */
function fittingFolders(folders: readonly FolderCount[]): number {
  const texts = folders.map((folder) => JSON.stringify(folder));
  return fittingCount(texts, '', limits.toolBytes.most / 2);
}

function nextFiles(filter: object, limit: number, files: readonly ListedFile[]): string {
  const size = limit === mostFiles ? {} : { limit };
  const next = JSON.stringify({ ...filter, after: files.at(-1)?.path, ...size });
  return `Cut: there are more files. For the next ones call list_files with ${next}, or find some by "matching" or "under"`;
}

const unseenFiles = `Cut: not all folders were looked at, as one cannot be read or there are more than ${shownNumber(limits.listedEntries.most)} names in them. Give "under", a folder, to see the files below it`;

function cutFolders(count: number): string {
  return `Cut: "folders" holds the first ${shownNumber(count)} folders. Give "under" or "matching" to count the files of others`;
}

export const sniffTool: Tool = {
  title: 'Tell how a file is written',
  description:
    'Tells how one file is written, and a call of read_csv that reads it, tried on the whole file: delimiter, quotes, encoding, lines above the header and below the records, columns with types and examples. Use it when a query over the file fails, or when numbers or dates come as text: typed_call reads these with their types. Put the call behind FROM.',
  parameters: {
    path: { type: 'string', description: 'of one file, as a query would write it' },
    after: afterColumn,
  },
  run: async (values, { engine, ...reach }) => {
    const report = await engine.sniff({ ...reach, path: values.text('path') });
    const page = columnsAfter(values.textOrUndefined('after'), report.columns);
    const rest = sniffDocument({ ...report, columns: [] });
    if (Buffer.byteLength(rest) > limits.toolBytes.most) throw tooLong(report);
    const texts = page.map((column) => JSON.stringify(column));
    const count = columnCount(texts, rest);
    const columns = page.slice(0, count);
    const document = sniffDocument({ ...report, columns });
    if (count === page.length) return [document];
    return [document, nextColumns('sniff', report.path, columns)];
  },
};

/** Its calls name many columns. */
function tooLong({ path }: SniffReport): PathqlError {
  const bytes = shownNumber(limits.toolBytes.most);
  const message = `How the file '${path}' is written takes more than the ${bytes} bytes an answer may have. schema shows its columns in pages`;
  return new PathqlError('answer_too_large', message);
}
