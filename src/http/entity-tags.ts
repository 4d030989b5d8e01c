// Writes the entity tags of answers to GET, and reads those a client has.
import type { FastifyRequest } from 'fastify';
import type { AnswerForm } from './answer-form.ts';
import { encodingOf } from './compress/choose-encoding.ts';

interface TagOptions {
  readonly form: AnswerForm;
  readonly request: FastifyRequest;
  readonly programVersion: string;
}

/** A tag is the version of the rows and, as each makes other bytes, of the program, the form and the compression. */
export class EntityTags {
  /** Of the rows that the client has in this form. */
  readonly knownVersions: readonly string[];
  /** `*`: the client has some answer, whatever its version. */
  readonly takesAny: boolean;
  readonly #suffix: string;

  constructor({ form, request, programVersion }: TagOptions) {
    const { name, hasTypes } = form;
    const encoding = encodingOf(form.format, request.headers)?.name;
    const parts = [programVersion, name, hasTypes ? 'types' : undefined, encoding];
    this.#suffix = parts
      .filter((part) => part !== undefined)
      .map((part) => `.${part}`)
      .join('');
    const header = request.headers['if-none-match'] ?? '';
    this.takesAny = header.trim() === '*';
    this.knownVersions = readTags(header).flatMap((tag) => this.#versionIn(tag));
  }

  /** Caches may keep an answer, and ask each time whether it still holds. */
  headersFor(version: string | null): Record<string, string> {
    if (version === null) return { 'cache-control': 'no-store' };
    return { 'cache-control': 'private, no-cache', etag: `"${version}${this.#suffix}"` };
  }

  #versionIn(tag: string): string[] {
    return tag.endsWith(this.#suffix) ? [tag.slice(0, -this.#suffix.length)] : [];
  }
}

/** Without their quotes. A weak tag counts as a strong one, as RFC 9110 has it for this header. */
function readTags(header: string): string[] {
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map(([, tag = '']) => tag);
}
