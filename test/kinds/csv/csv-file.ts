// Writes a file that csv/ reads, without an engine.
import { join } from 'node:path';
import type { SourceFile } from '../../../src/kinds/shared/source-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export async function csvFile(name: string, content: string | Uint8Array): Promise<SourceFile> {
  const folder = await temporaryFolder({ [name]: content });
  return { path: join(folder, name), shownPath: name };
}
