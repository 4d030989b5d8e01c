// Lists how the names of data files end.
import { compressedExtensions } from './compressed-extensions.ts';
import { fileKinds, kindByName } from './file-kinds.ts';

/** In words, for messages. */
export const dataEndings = `${extensionsWhere(true)}, or one of these and ${compressedExtensions.join(' or ')}, or ${extensionsWhere(false)}`;

export function hasDataExtension(path: string): boolean {
  return kindByName(path) !== null;
}

function extensionsWhere(mayBeCompressed: boolean): string {
  return Object.values(fileKinds)
    .filter((kind) => kind.mayBeCompressed === mayBeCompressed)
    .flatMap(({ extensions }) => extensions)
    .join(', ');
}
