// Writes a file of hundreds of thousands of rows in a few versions, and hashes the rows of each as JSON.
import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { History } from './history.mjs';

const versions = [20_000_001, 20_000_002, 20_000_003];
export const largeRows = 200_000;

export class LargeFile {
  name = 'large.csv';
  history = new History();
  /** Bytes of the rows as JSON: the same in every version. */
  rowsLength;
  #path;
  #turn = 0;

  constructor(folder) {
    this.#path = join(folder, this.name);
  }

  async replace() {
    const version = versions[this.#turn++ % versions.length];
    const { csv, rowsHash, rowsLength } = largeContent(version);
    this.rowsLength = rowsLength;
    await writeFile(`${this.#path}.new`, csv);
    await this.history.change({ rowsHash }, () => rename(`${this.#path}.new`, this.#path));
  }
}

const known = new Map();

function largeContent(version) {
  const content = known.get(version) ?? makeContent(version);
  known.set(version, content);
  return content;
}

function makeContent(version) {
  const lines = ['id,version,text\n'];
  const rows = [];
  for (let id = 1_000_001; id <= 1_000_000 + largeRows; id++) {
    const text = `row ${(id * 7919) % 1_000_003}`.padEnd(12, '.');
    lines.push(`${id},${version},${text}\n`);
    rows.push(`[${id},${version},"${text}"]`);
  }
  const json = rows.join(',');
  const rowsHash = createHash('sha1').update(json).digest('hex');
  return { csv: lines.join(''), rowsHash, rowsLength: Buffer.byteLength(json) };
}
