// Keeps requests about files until the engine has answered them, over a replacement of it too.
import { engineFailedMessage, PathqlError } from '../../errors.ts';
import type { FileList, FileListRequest, SniffReport, SniffRequest } from '../../query.ts';
import { waitFor } from '../../wait-for.ts';
import type { ToEngine } from '../messages.ts';

type FileMessage = Extract<ToEngine, { type: 'list' | 'sniff' }>;
/** Without the id. */
type Question = {
  [Type in FileMessage['type']]: Omit<Extract<FileMessage, { type: Type }>, 'id'>;
}[FileMessage['type']];

type Result = FileList | SniffReport;

interface FileRequest {
  readonly question: Question;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: PathqlError) => void;
  /** To how many engines it was sent. */
  tries: number;
}

const maxTries = 2;

export class FileRequests {
  readonly #send: (message: ToEngine) => void;
  /** By the id of their message; negative, so that no query has the same. */
  readonly #open = new Map<number, FileRequest>();
  #lastId = 0;

  constructor(send: (message: ToEngine) => void) {
    this.#send = send;
  }

  async list(request: FileListRequest, isReady: boolean): Promise<FileList> {
    const { under = null, workingFolderOnly, signal } = request;
    const question = { type: 'list', under, workingFolderOnly } as const;
    return (await this.#ask(question, signal, isReady)) as FileList;
  }

  async sniff(request: SniffRequest, isReady: boolean): Promise<SniffReport> {
    const { path, workingFolderOnly, signal } = request;
    const question = { type: 'sniff', path, workingFolderOnly } as const;
    return (await this.#ask(question, signal, isReady)) as SniffReport;
  }

  /** Sends the request now if the engine takes one, else with the next `sendAll`. */
  async #ask(
    question: Question,
    signal: AbortSignal | undefined,
    isReady: boolean,
  ): Promise<Result> {
    const id = --this.#lastId;
    const answered = new Promise<Result>((resolve, reject) => {
      this.#open.set(id, { question, resolve, reject, tries: 0 });
    });
    if (isReady) this.#sendOne(id);
    const cancelled = new AbortController();
    const leave = () => cancelled.abort(left(question.type));
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
    try {
      return await waitFor(answered, cancelled.signal);
    } finally {
      if (cancelled.signal.aborted) this.#send({ type: 'cancel', id });
      this.#open.delete(id);
    }
  }

  resolve(id: number, result: Result): void {
    this.#open.get(id)?.resolve(result);
  }

  reject(id: number, error: PathqlError): void {
    this.#open.get(id)?.reject(error);
  }

  /** To a new engine. */
  sendAll(): void {
    for (const id of this.#open.keys()) this.#sendOne(id);
  }

  rejectAll(error: PathqlError): void {
    for (const request of this.#open.values()) request.reject(error);
  }

  #sendOne(id: number): void {
    const request = this.#open.get(id);
    if (request === undefined) return;
    request.tries += 1;
    if (request.tries > maxTries) {
      request.reject(new PathqlError('engine_failed', engineFailedMessage));
      return;
    }
    this.#send({ ...request.question, id });
  }
}

const names = { list: 'The list of files', sniff: 'The look at the file' } as const;

function left(type: Question['type']): PathqlError {
  return new PathqlError('cancelled', `${names[type]} was cancelled`);
}
