// Writes a list of files as a JSON document, for programs.
import type { FileList, ListedFile } from '../query/file-list.ts';

export function fileDocument({ files, isCut, fileCount, folders }: FileList): string {
  const counted = folders === undefined ? '' : `,"folders":${JSON.stringify(folders)}`;
  const listed = files.map(writeListedFile).join(',');
  return `{"files":[${listed}],"is_cut":${isCut},"file_count":${fileCount}${counted}}`;
}

export function writeListedFile({ path, size, modifiedMs }: ListedFile): string {
  return JSON.stringify({ path, size, modified: new Date(modifiedMs).toISOString() });
}
