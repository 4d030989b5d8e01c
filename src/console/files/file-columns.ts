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
    return this.#ask(JSON.stringify([path, modified, size]), `DESCRIBE ${pathInSql(path)}`);
  }

  /** Of a call of read_csv or the like, as it stands in a query. */
  ofCall(call: string): Promise<readonly FileColumn[]> {
    return this.#ask(call, `DESCRIBE SELECT * FROM ${call}`);
  }

  #ask(key: string, sql: string): Promise<readonly FileColumn[]> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = describe(sql);
    this.#known.set(key, asked);
    asked.catch(() => this.#known.delete(key));
    return asked;
  }
}

async function describe(sql: string): Promise<readonly FileColumn[]> {
  const rows = await queryRows({ sql });
  return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
}
