// Keeps requests about files until the engine has answered them in their turn, over a replacement of it too.
import { engineFailedMessage, PathqlError } from '../../errors.ts';
import type { FileList, FileListRequest, SniffReport, SniffRequest } from '../../query.ts';
import { waitFor } from '../../wait-for.ts';
import type { ToEngine } from '../messages.ts';
import { ClientTurns } from './client-turns.ts';
import type { EngineSupervisor } from './engine-supervisor.ts';

type FileMessage = Extract<ToEngine, { type: 'list' | 'sniff' }>;
/** Without the id. */
type Question = {
  [Type in FileMessage['type']]: Omit<Extract<FileMessage, { type: Type }>, 'id'>;
}[FileMessage['type']];

type Result = FileList | SniffReport;

interface FileRequest {
  /** Of its message; negative, so that no query has the same. */
  readonly id: number;
  readonly client: string;
  readonly question: Question;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: PathqlError) => void;
  /** To how many engines it was sent. */
  tries: number;
}

interface FileRequestsOptions {
  readonly supervisor: Pick<EngineSupervisor, 'send' | 'isReady'>;
  readonly maxWaiting: number;
}

const maxTries = 2;
/** They read folders and files in the engine's one thread of JavaScript: more at a time end no sooner. */
const maxRunning = 4;

export class FileRequests {
  readonly #supervisor: FileRequestsOptions['supervisor'];
  readonly #turns: ClientTurns<FileRequest>;
  readonly #open = new Map<number, FileRequest>();
  #lastId = 0;

  constructor({ supervisor, maxWaiting }: FileRequestsOptions) {
    this.#supervisor = supervisor;
    this.#turns = new ClientTurns({ maxRunning, maxWaiting });
  }

  async list(request: FileListRequest): Promise<FileList> {
    const { under = null, workingFolderOnly } = request;
    return (await this.#ask({ type: 'list', under, workingFolderOnly }, request)) as FileList;
  }

  async sniff(request: SniffRequest): Promise<SniffReport> {
    const { path, workingFolderOnly } = request;
    return (await this.#ask({ type: 'sniff', path, workingFolderOnly }, request)) as SniffReport;
  }

  async #ask(
    question: Question,
    { client, signal }: Pick<SniffRequest, 'client' | 'signal'>,
  ): Promise<Result> {
    const id = --this.#lastId;
    const { request, answered } = newRequest({ id, client: client ?? `request ${id}`, question });
    this.#turns.add(request);
    this.#open.set(id, request);
    const cancelled = new AbortController();
    const leave = () => cancelled.abort(left(question.type));
    signal?.addEventListener('abort', leave, { once: true });
    try {
      this.#sendNext();
      this.#turns.refuseOverShare(request);
      if (signal?.aborted) leave();
      return await waitFor(answered, cancelled.signal);
    } finally {
      signal?.removeEventListener('abort', leave);
      if (cancelled.signal.aborted && request.tries > 0)
        this.#supervisor.send({ type: 'cancel', id });
      this.#open.delete(id);
      this.#turns.remove(request);
      this.#sendNext();
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
    for (const request of this.#turns.running) this.#send(request);
    this.#sendNext();
  }

  rejectAll(error: PathqlError): void {
    for (const request of this.#open.values()) request.reject(error);
  }

  #sendNext(): void {
    while (this.#supervisor.isReady) {
      const request = this.#turns.next();
      if (request === null) return;
      this.#send(request);
    }
  }

  #send(request: FileRequest): void {
    const { id, question } = request;
    request.tries += 1;
    if (request.tries <= maxTries) this.#supervisor.send({ ...question, id });
    else request.reject(new PathqlError('engine_failed', engineFailedMessage));
  }
}

function newRequest(asked: Pick<FileRequest, 'id' | 'client' | 'question'>) {
  let settle: Pick<FileRequest, 'resolve' | 'reject'> | undefined;
  const answered = new Promise<Result>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const request = { ...asked, ...(settle as unknown as NonNullable<typeof settle>), tries: 0 };
  return { request, answered };
}

const names = { list: 'The list of files', sniff: 'The look at the file' } as const;

function left(type: Question['type']): PathqlError {
  return new PathqlError('cancelled', `${names[type]} was cancelled`);
}
