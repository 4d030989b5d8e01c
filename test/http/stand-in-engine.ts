// An engine without files: answers what a test gives it, and notes what it was asked.
import { PathqlError } from '../../src/errors.ts';
import type {
  EngineFigures,
  FileList,
  FileListRequest,
  QueryAnswer,
  QueryRequest,
  QueryRunner,
  QueryService,
  QueryStats,
  RowSink,
} from '../../src/query.ts';

export interface StandInAnswer {
  readonly columns?: readonly string[];
  readonly rows?: Iterable<string> | AsyncIterable<string>;
  readonly stats?: Partial<QueryStats>;
}

type Answerer = (request: QueryRequest) => StandInAnswer | Promise<StandInAnswer>;

export class StandInEngine implements QueryService, QueryRunner {
  readonly requests: QueryRequest[] = [];
  readonly fileRequests: FileListRequest[] = [];
  closedAnswers = 0;
  #answer: Answerer;

  constructor(answer: Answerer = () => ({})) {
    this.#answer = answer;
  }

  async answer(request: QueryRequest): Promise<QueryAnswer> {
    const { columns = ['n'], rows = ['[1]'], stats = {} } = await this.#run(request);
    return {
      columns,
      stats: { rowsScanned: 3, rowsReturned: 1, executionTimeMs: 1.5, ...stats },
      rows: () => encoded(rows),
      close: async () => {
        this.closedAnswers += 1;
      },
    };
  }

  async stream(request: QueryRequest, sink: RowSink): Promise<QueryStats> {
    const { columns = ['n'], rows = ['1\n'] } = await this.#run(request);
    await sink.begin(columns.map((name) => ({ name, kind: 'text' })));
    for await (const bytes of encoded(rows)) await sink.write(bytes);
    return { rowsScanned: 3, rowsReturned: 1, executionTimeMs: 1.5 };
  }

  async save(): Promise<QueryStats> {
    throw new Error('the stand-in saves nothing');
  }

  async listFiles(request: FileListRequest): Promise<FileList> {
    this.fileRequests.push(request);
    const modifiedMs = Date.UTC(2024, 0, 15, 14, 30);
    return { files: [{ path: 'data/users.csv', size: 12, modifiedMs }], isCut: true };
  }

  figures(): EngineFigures {
    return {
      runningQueries: 2,
      waitingQueries: 3,
      cacheHits: 4,
      cacheLoads: 5,
      cacheLoadsStopped: 16,
      cacheEvictions: 6,
      cacheBytes: 7,
      isEngineUp: true,
      engineFailedStarts: 15,
      engineResidentBytes: 8,
      engineReplacements: {
        memory: 9,
        unstoppable: 10,
        unresponsive: 11,
        failed: 12,
        crash: 13,
        killed: 14,
      },
    };
  }

  async close(): Promise<void> {}

  #run(request: QueryRequest): StandInAnswer | Promise<StandInAnswer> {
    this.requests.push(request);
    return this.#answer(request);
  }
}

/** Never answers; rejects as the engine does when its client leaves. */
export function untilAborted({ signal }: QueryRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new PathqlError('cancelled', 'Cancelled')));
  });
}

async function* encoded(rows: Iterable<string> | AsyncIterable<string>) {
  for await (const row of rows) yield Buffer.from(row);
}
