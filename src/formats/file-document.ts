// Writes a list of files as a JSON document, for programs.
import type { FileList, ListedFile } from '../query.ts';

export function fileDocument({ files, isCut }: FileList): string {
  return `{"files":[${files.map(writeListedFile).join(',')}],"is_cut":${isCut}}`;
}

export function writeListedFile({ path, size, modifiedMs }: ListedFile): string {
  return JSON.stringify({ path, size, modified: new Date(modifiedMs).toISOString() });
}
