// Makes the lines below an open file: its columns, and the way to how it is written.
import type { ServerFile } from '../query-server.ts';
import type { FileColumn, FileColumns } from './file-columns.ts';
import type { TreeLine } from './file-tree.ts';

export class ColumnLines {
  readonly #columns: FileColumns;
  /** By path; a text says why there are none. */
  readonly #known = new Map<string, readonly FileColumn[] | string>();

  constructor(columns: FileColumns) {
    this.#columns = columns;
  }

  of(file: ServerFile, level: number): TreeLine[] {
    const { path } = file;
    const columns = this.#known.get(path) ?? 'Reading the columns…';
    const sniff: TreeLine = { kind: 'sniff', key: `${path}\nsniff`, level, file };
    if (typeof columns === 'string') {
      const notes = linesOf(reasonAlone(columns, path)).map((text, index): TreeLine => {
        return { kind: 'note', key: `${path}\n${index}`, level, text, title: columns };
      });
      return [...notes, sniff];
    }
    const lines = columns.map(({ name, type }, index): TreeLine => {
      return { kind: 'column', key: `${path}\n${index}`, level, name, type };
    });
    return [...lines, sniff];
  }

  /** Never rejects: what fails stands where the columns would. */
  async ask(file: ServerFile): Promise<void> {
    const columns = await this.#columns
      .of(file)
      .catch((fault: unknown) => (fault instanceof Error ? fault.message : String(fault)));
    this.#known.set(file.path, columns);
  }
}

/** The file stands above. */
function reasonAlone(message: string, path: string): string {
  const named = `The file '${path}'`;
  const rest = message.startsWith(named) ? message.slice(named.length) : message;
  const reason = rest.replace(/^[\s,:]+/, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** Lines of the tree are all of one height. */
const maxLineLength = 36;
const maxLines = 8;

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= maxLineLength) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), '…'];
}
