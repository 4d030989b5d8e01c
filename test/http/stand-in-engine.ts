// An engine without files: answers what a test gives it, and notes what it was asked.
import { PathqlError } from '../../src/errors.ts';
import type { EngineFigures } from '../../src/query/engine-figures.ts';
import type { FileList, FileListRequest } from '../../src/query/file-list.ts';
import type { QueryAnswer, QueryStats, RowSink } from '../../src/query/query-answer.ts';
import { type BegunAnswer, begunOf } from '../../src/query/query-answer.ts';
import type { AnswerRequest, InspectRequest, QueryRequest } from '../../src/query/query-request.ts';
import type { ReadTable } from '../../src/query/read-table.ts';
import type { QueryInspector, QueryRunner, QueryService } from '../../src/query/services.ts';
import type { SniffReport, SniffRequest } from '../../src/query/sniff-report.ts';

export interface StandInAnswer {
  readonly columns?: readonly string[];
  readonly types?: readonly string[];
  readonly rows?: Iterable<string> | AsyncIterable<string>;
  readonly version?: string;
  readonly stats?: Partial<QueryStats>;
}

type Answerer = (request: AnswerRequest) => StandInAnswer | Promise<StandInAnswer>;

export class StandInEngine implements QueryService, QueryRunner, QueryInspector {
  readonly requests: AnswerRequest[] = [];
  readonly fileRequests: FileListRequest[] = [];
  readonly sniffRequests: SniffRequest[] = [];
  readonly inspectRequests: InspectRequest[] = [];
  closedAnswers = 0;
  #versions = 0;
  #answer: Answerer;

  constructor(answer: Answerer = () => ({})) {
    this.#answer = answer;
  }

  async answer(request: AnswerRequest): Promise<QueryAnswer> {
    const answer = await this.#run(request);
    const { columns = ['n'], types = ['INTEGER'], rows = ['[1]'], stats = {} } = answer;
    const { version = null } = answer;
    const isUnchanged = version !== null && request.knownVersions?.includes(version) === true;
    return {
      columns,
      types,
      version,
      isUnchanged,
      stats: { rowsScanned: 3, rowsReturned: 1, executionTimeMs: 1.5, ...stats },
      text: Array.isArray(rows) ? rows.join('') : null,
      rows: () => encoded(rows),
      close: async () => {
        this.closedAnswers += 1;
      },
    };
  }

  async begin(request: AnswerRequest): Promise<BegunAnswer> {
    return begunOf(await this.answer(request));
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
    return { files: [{ path: 'data/users.csv', size: 12, modifiedMs }], isCut: true, fileCount: 2 };
  }

  async sniff(request: SniffRequest): Promise<SniffReport> {
    this.sniffRequests.push(request);
    return sniffedUsers;
  }

  /** Changes with each call. */
  async fileVersions(): Promise<string | null> {
    this.#versions += 1;
    return String(this.#versions);
  }

  async explain(request: InspectRequest): Promise<readonly ReadTable[]> {
    this.inspectRequests.push(request);
    return [readUsers];
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
      cancelsUnended: 17,
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

  #run(request: AnswerRequest): StandInAnswer | Promise<StandInAnswer> {
    this.requests.push(request);
    return this.#answer(request);
  }
}

export const readUsers: ReadTable = {
  written: ['users.csv'],
  files: [{ path: 'users.csv', bytes: 1_234 }],
  rowCount: 1_204,
  isCached: false,
  isPart: false,
  kind: 'CSV',
  isRewritten: false,
  columns: [
    { name: 'id', type: 'BIGINT' },
    { name: 'birth year', type: 'DATE' },
  ],
  dialects: [
    {
      fileCount: 1,
      delimiter: '\t',
      quote: '"',
      escape: '"',
      hasHeader: true,
      encoding: 'utf-8',
      compression: 'none',
      lineEnd: 'LF',
    },
  ],
  warnings: [],
};

export const sniffedUsers: SniffReport = {
  path: 'users.csv',
  call: "read_csv('users.csv', skip=1)",
  records: 1204,
  problem: "The file 'users.csv', line 2: expected 1 field, found 3 fields",
  otherCall: null,
  summary: 'This reads all 1,204 records, with the header in line 2',
  delimiter: ';',
  quote: '"',
  escape: '"',
  lineEnd: 'CRLF',
  encoding: 'utf-8',
  compression: 'none',
  header: { line: 2, text: 'id;born;code', isData: false },
  preamble: [{ line: 1, text: 'All users' }],
  footer: { line: 1207, text: 'Total: 1204' },
  columns: [
    { name: 'id', type: 'BIGINT', notation: null, example: { line: 3, text: '1' } },
    {
      name: 'born',
      type: 'VARCHAR',
      notation: "dates as '%d.%m.%Y'",
      example: { line: 3, text: '31.12.1999' },
    },
    { name: 'code', type: null, notation: null, example: null },
  ],
  typedProblem: null,
  typedCall: "read_csv('users.csv', skip=1, types={'born': 'DATE'}, dateformat='%d.%m.%Y')",
};

/** Never answers; rejects as the engine does when its client leaves. */
export function untilAborted({ signal }: AnswerRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new PathqlError('cancelled', 'Cancelled')));
  });
}

async function* encoded(rows: Iterable<string> | AsyncIterable<string>) {
  for await (const row of rows) yield Buffer.from(row);
}
