// Copies JSON files for engines: an object a line, keys by the places of columns, and values that would be bent as texts.
import { open, rm } from 'node:fs/promises';
import { writeFailed } from '../shared/write-failed.ts';
import { bytes } from './json-bytes.ts';
import type { JsonColumn } from './json-table.ts';
import type { RecordValues } from './record-reader.ts';
import { type JsonScan, scanJson } from './scan-json.ts';

export interface CopyWriting extends Omit<JsonScan, 'onRecord' | 'onPause'> {
  /** Of the table, by key. */
  readonly columns: ReadonlyMap<string, JsonColumn & { readonly place: number }>;
}

/** What a copy calls the column at a place of the table. */
export function copiedKey(place: number): string {
  return `c${place}`;
}

/** Writes a new file at `path`, which is gone again where this rejects. */
export async function writeCopy(writing: CopyWriting, path: string): Promise<void> {
  const copy = await open(path, 'wx', 0o600).catch(writeFailed);
  const parts: Buffer[] = [];
  try {
    await scanJson({
      ...writing,
      onRecord: (data, values) => void parts.push(copiedRecord(data, values, writing)),
      onPause: async () => {
        const written = Buffer.concat(parts.splice(0));
        await copy.appendFile(written).catch(writeFailed);
      },
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await copy.close();
  }
}

/** Between values, where a line feed would part the rows of an answer. */
function withoutSpace(text: string): string {
  return /\s/.test(text) ? text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g, '$1') : text;
}

function copiedRecord(
  data: Buffer,
  { columns: own, valueColumns, valueStarts, valueEnds, valueCount }: RecordValues,
  { columns }: CopyWriting,
): Buffer {
  const fields: string[] = [];
  for (let i = 0; i < valueCount; i++) {
    const column = columns.get(own[valueColumns[i] as number]?.name ?? '');
    const [start, end] = [valueStarts[i] as number, valueEnds[i] as number];
    const isNull = data[start] === bytes.smallN;
    if (column === undefined || isNull) continue;
    const text = data.toString('utf8', start, end);
    const { name, isBent } = column.type;
    const isText = name === 'JSON' || name === 'DECIMAL' || isBent;
    const value = isText ? JSON.stringify(withoutSpace(text)) : text;
    fields.push(`"${copiedKey(column.place)}":${value}`);
  }
  return Buffer.from(`{${fields.join(',')}}\n`);
}
