// Lists how the names of data files end.
import { compressedExtensions } from './compressed-extensions.ts';
import { fileKinds, kindByName } from './file-kinds.ts';

/** In words, for messages. */
export const dataEndings = `${extensionsWhere(true)}, or one of these and ${compressedExtensions.join(' or ')}, or ${extensionsWhere(false)}`;

export function hasDataExtension(path: string): boolean {
  return kindByName(path) !== null;
}

function extensionsWhere(isPacked: boolean): string {
  return Object.values(fileKinds)
    .filter((kind) => kind.isPacked === isPacked)
    .flatMap(({ extensions }) => extensions)
    .join(', ');
}
