// Names the files of a table as the readers of `kinds/` take them.
import type { SourceFile } from '../../kinds/shared/source-file.ts';
import type { TableOpening } from '../engine-driver.ts';

export function sourceFiles({ files }: Pick<TableOpening, 'files'>): SourceFile[] {
  return files.map(({ version, shownPath, compression }) => {
    return { path: version.path, shownPath, compression };
  });
}
