// Reads the files of a built web page, each in the smallest encoding the client accepts, with its entity tag.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface PageFile {
  readonly body: Buffer;
  readonly contentType: string;
  /** `br`, `gzip`, or undefined: as it is. */
  readonly encoding: string | undefined;
  /** For If-None-Match; differs with the encoding. */
  readonly tag: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export class PageFiles {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #read = new Map<string, Promise<PageFile>>();

  constructor(folder: string) {
    this.#folder = folder;
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    this.#names = new Set(names.map((name) => name.replaceAll('\\', '/')));
  }

  /** Undefined when the page has no such file. `accepted` is the request's Accept-Encoding. */
  find(name: string, accepted = ''): Promise<PageFile> | undefined {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined || !this.#names.has(name)) return undefined;
    const encoding = encodings.find(
      (one) => accepts(accepted, one.name) && this.#names.has(name + one.suffix),
    );
    const stored = name + (encoding?.suffix ?? '');
    const known = this.#read.get(stored);
    if (known !== undefined) return known;
    const read = this.#load(stored, contentType, encoding?.name);
    this.#read.set(stored, read);
    return read;
  }

  async #load(
    stored: string,
    contentType: string,
    encoding: string | undefined,
  ): Promise<PageFile> {
    const body = await readFile(join(this.#folder, stored));
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    return { body, contentType, encoding, tag: `"${digest}"` };
  }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });
}
