// Writes a file that csv/ reads, without an engine.
import { join } from 'node:path';
import type { CsvFile } from '../../../src/kinds/csv/csv-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export async function csvFile(name: string, content: string | Uint8Array): Promise<CsvFile> {
  const folder = await temporaryFolder({ [name]: content });
  return { path: join(folder, name), shownPath: name };
}
