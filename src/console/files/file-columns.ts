// Asks for the columns of files, once per file and version of it.
import { pathInSql } from '../../sql/text/write-name.ts';
import { queryRows, type ServerFile } from '../query-server.ts';

export interface FileColumn {
  readonly name: string;
  readonly type: string;
}

export class FileColumns {
  readonly #known = new Map<string, Promise<readonly FileColumn[]>>();

  of({ path, modified, size }: ServerFile): Promise<readonly FileColumn[]> {
    const key = JSON.stringify([path, modified, size]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = describe(path);
    this.#known.set(key, asked);
    asked.catch(() => this.#known.delete(key));
    return asked;
  }
}

async function describe(path: string): Promise<readonly FileColumn[]> {
  const rows = await queryRows({ sql: `DESCRIBE ${pathInSql(path)}` });
  return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
}
