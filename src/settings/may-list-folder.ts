// Tells whether the user of this process may list a folder and open what lies in it.
import { accessSync, constants } from 'node:fs';

export function mayListFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
