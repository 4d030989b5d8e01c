// Lists how the names of data files end.
import { compressedExtensions } from './compression.ts';
import { fileKinds, kindByName } from './file-kinds.ts';

/** In words, for messages. */
export const dataEndings = `${extensionsWhere(true)}, or one of these and ${compressedExtensions.join(' or ')}, or ${extensionsWhere(false)}`;

export function hasDataExtension(path: string): boolean {
  return kindByName(path) !== null;
}

/** As is a name that tells nothing. */
export function isCsvByName(path: string): boolean {
  return [null, 'csv'].includes(kindByName(path));
}

/** A log is read as CSV, too, where its first lines are in no known format. */
export function mayBeCsv(path: string): boolean {
  return isCsvByName(path) || kindByName(path) === 'log';
}

function extensionsWhere(mayBeCompressed: boolean): string {
  return Object.values(fileKinds)
    .filter((kind) => kind.mayBeCompressed === mayBeCompressed)
    .flatMap(({ extensions }) => extensions)
    .join(', ');
}
