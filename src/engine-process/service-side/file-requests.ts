// Keeps requests about files, and what queries would read of them, until the engine has answered them in their turn, over a replacement of it too.
import { waitFor } from '../../concurrency/wait-for.ts';
import { PathqlError } from '../../errors.ts';
import type { FileList, FileListRequest } from '../../query/file-list.ts';
import type { InspectRequest } from '../../query/query-request.ts';
import type { ReadTable } from '../../query/read-table.ts';
import type { SniffReport, SniffRequest } from '../../query/sniff-report.ts';
import { timedOut } from '../../run/query-limits.ts';
import type { ToEngine } from '../messages.ts';
import type { OtherWork } from './blame.ts';
import type { EngineEnd, EngineSupervisor } from './engine-supervisor.ts';
import { FairQueue } from './fair-queue.ts';
import { RefusedStatements } from './refused-statements.ts';

type FileMessage = Extract<ToEngine, { type: 'list' | 'sniff' | 'explain' }>;
/** Without the id. */
type Question = {
  [Type in FileMessage['type']]: Omit<Extract<FileMessage, { type: Type }>, 'id'>;
}[FileMessage['type']];

type Result = FileList | SniffReport | readonly ReadTable[];

interface FileRequest {
  /** Of its message; negative, so that no query has the same. */
  readonly id: number;
  readonly client: string;
  readonly question: Question;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: PathqlError) => void;
  /** How often the engine ended while it ran, for a reason that was not clear. */
  suspicions: number;
  isAbandoned: boolean;
  timer: NodeJS.Timeout | undefined;
}

interface FileRequestsOptions {
  readonly supervisor: Pick<
    EngineSupervisor,
    'send' | 'isReady' | 'isResponsive' | 'replace' | 'setBusy'
  >;
  readonly maxWaiting: number;
  /** Milliseconds that one may run; 0: no limit. */
  readonly timeoutMs: number;
  /** Milliseconds that one which must end gets to end by itself. */
  readonly stopMs: number;
  /** A query is to have nothing beside it now. */
  readonly isHeld: () => boolean;
}

interface EndCircumstances {
  readonly isClear: boolean;
  readonly wasShared: boolean;
}

const maxSuspicions = 2;
/** They read folders and files in the engine's one thread of JavaScript: more at a time end no sooner. */
const maxRunning = 4;

export class FileRequests {
  readonly #options: FileRequestsOptions;
  readonly #turns: FairQueue<FileRequest>;
  readonly #open = new Map<number, FileRequest>();
  /** Those that the engine has and has not answered, by id; also those nobody waits for any more. */
  readonly #inEngine = new Map<number, FileRequest>();
  readonly #refused = new RefusedStatements();
  /** For whom the engine is being replaced. */
  #known: FileRequest | null = null;
  #lastId = 0;

  constructor(options: FileRequestsOptions) {
    this.#options = options;
    this.#turns = new FairQueue({ maxRunning, maxWaiting: options.maxWaiting });
  }

  /** Whether they may be, or are, why the engine ends. */
  get otherWork(): OtherWork {
    if (this.#known !== null) return 'certain';
    return this.#inEngine.size > 0 ? 'possible' : 'none';
  }

  async list(request: FileListRequest): Promise<FileList> {
    const { client, signal, ...asked } = request;
    return (await this.#ask({ type: 'list', request: asked }, request)) as FileList;
  }

  async sniff(request: SniffRequest): Promise<SniffReport> {
    const { path, workingFolderOnly } = request;
    return (await this.#ask({ type: 'sniff', path, workingFolderOnly }, request)) as SniffReport;
  }

  async explain(request: InspectRequest): Promise<readonly ReadTable[]> {
    const { client, signal, ...asked } = request;
    const question = { type: 'explain', request: asked } as const;
    return (await this.#ask(question, request)) as readonly ReadTable[];
  }

  async #ask(
    question: Question,
    { client, signal }: Pick<SniffRequest, 'client' | 'signal'>,
  ): Promise<Result> {
    this.#refused.check(keyOf(question));
    const id = --this.#lastId;
    const { request, answered } = newRequest({ id, client: client ?? `request ${id}`, question });
    this.#turns.add(request);
    this.#open.set(id, request);
    const cancelled = new AbortController();
    const leave = () => cancelled.abort(left(question.type));
    signal?.addEventListener('abort', leave, { once: true });
    try {
      this.sendNext();
      this.#turns.rejectAboveShare(request);
      if (signal?.aborted) leave();
      return await waitFor(answered, cancelled.signal);
    } finally {
      signal?.removeEventListener('abort', leave);
      this.#open.delete(id);
      if (this.#inEngine.has(id)) this.#abandon(request);
      else this.#end(request);
    }
  }

  resolve(id: number, result: Result): void {
    this.#settle(id, (request) => request.resolve(result));
  }

  reject(id: number, error: PathqlError): void {
    this.#settle(id, (request) => request.reject(error));
  }

  /** As many as may run now; those that the last engine had go first. */
  sendNext(): void {
    const { supervisor, isHeld } = this.#options;
    if (!supervisor.isReady || isHeld()) return;
    const again = this.#turns.running.filter(({ id }) => !this.#inEngine.has(id));
    for (const request of again) this.#send(request);
    for (let next = this.#turns.next(); next !== null; next = this.#turns.next()) this.#send(next);
  }

  /** The engine has ended. `isClear`: it is known what made it. `wasShared`: it did other work than theirs. */
  onEnd({ reason }: EngineEnd, { isClear, wasShared }: EndCircumstances): void {
    const running = [...this.#inEngine.values()];
    const known = this.#known;
    this.#inEngine.clear();
    this.#known = null;
    const isAlone = running.length === 1 && !wasShared && reason !== 'killed';
    for (const request of running) {
      clearTimeout(request.timer);
      if (!isClear) request.suspicions += 1;
      const isToBlame = request === known || (isAlone && !isClear);
      if (isToBlame) this.#refuse(request.question);
      if (!isToBlame && !request.isAbandoned && request.suspicions < maxSuspicions) continue;
      this.#turns.remove(request);
      request.reject(request === known ? timedOut(this.#options.timeoutMs) : engineEnded(request));
    }
    this.#options.supervisor.setBusy('files', false);
  }

  rejectAll(error: PathqlError): void {
    for (const request of this.#open.values()) request.reject(error);
  }

  #send(request: FileRequest): void {
    const { supervisor, timeoutMs, stopMs } = this.#options;
    const { id, question } = request;
    this.#inEngine.set(id, request);
    supervisor.setBusy('files', true);
    supervisor.send({ ...question, id });
    if (timeoutMs > 0) this.#replaceAfter(timeoutMs + stopMs, request);
  }

  #abandon(request: FileRequest): void {
    request.isAbandoned = true;
    this.#options.supervisor.send({ type: 'cancel', id: request.id });
    this.#replaceAfter(this.#options.stopMs, request);
  }

  /** Unless it has ended by then. While the engine does not react, something else may be the reason. */
  #replaceAfter(ms: number, request: FileRequest): void {
    const { supervisor } = this.#options;
    clearTimeout(request.timer);
    request.timer = setTimeout(() => {
      if (supervisor.isResponsive) this.#known ??= request;
      else request.reject(timedOut(this.#options.timeoutMs));
      supervisor.replace(supervisor.isResponsive ? 'unstoppable' : 'unresponsive');
    }, ms);
  }

  #refuse(question: Question): void {
    this.#refused.add(keyOf(question), deeds[question.type]);
  }

  /** The engine has done with it. */
  #settle(id: number, tell: (request: FileRequest) => void): void {
    const request = this.#inEngine.get(id);
    if (request === undefined) return;
    this.#inEngine.delete(id);
    this.#refused.forget(keyOf(request.question));
    tell(request);
    this.#end(request);
  }

  #end(request: FileRequest): void {
    clearTimeout(request.timer);
    this.#turns.remove(request);
    this.#options.supervisor.setBusy('files', this.#inEngine.size > 0);
    this.sendNext();
  }
}

const untouched = { suspicions: 0, isAbandoned: false, timer: undefined };

function newRequest(asked: Pick<FileRequest, 'id' | 'client' | 'question'>) {
  let settle: Pick<FileRequest, 'resolve' | 'reject'> | undefined;
  const answered = new Promise<Result>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const request = { ...asked, ...(settle as unknown as NonNullable<typeof settle>), ...untouched };
  return { request, answered };
}

const names = {
  list: 'The list of files',
  sniff: 'The look at the file',
  explain: 'The look at what the query reads',
} as const;

function left(type: Question['type']): PathqlError {
  return new PathqlError('cancelled', `${names[type]} was cancelled`);
}

const deeds = {
  list: 'This list of files ended the engine',
  sniff: 'This look at the file ended the engine',
  explain: 'This look at what the query reads ended the engine',
} as const;

function keyOf(question: Question): string {
  return JSON.stringify(question);
}

function engineEnded({ question: { type } }: FileRequest): PathqlError {
  const message = `${names[type]} was given up: the engine ended while it ran. The server log has the details`;
  return new PathqlError('engine_failed', message);
}
