// Describes the messages of Spark Connect that are used here, and turns them into bytes and back.
import protobuf from 'protobufjs/light.js';

type Fields = Readonly<Record<string, readonly [id: number, type: string, rule?: 'repeated']>>;

/** Fields and numbers as Spark 4 has them. What is not named here is skipped when it comes. */
const messageFields: Readonly<Record<string, Fields>> = {
  UserContext: { userId: [1, 'string'] },
  ReattachOptions: { reattachable: [1, 'bool'] },
  ResultChunkingOptions: { allowArrowBatchChunking: [1, 'bool'] },
  RequestOption: {
    reattachOptions: [1, 'ReattachOptions'],
    resultChunkingOptions: [2, 'ResultChunkingOptions'],
  },
  ExecutePlanRequest: {
    sessionId: [1, 'string'],
    userContext: [2, 'UserContext'],
    plan: [3, 'Plan'],
    clientType: [4, 'string'],
    requestOptions: [5, 'RequestOption', 'repeated'],
    operationId: [6, 'string'],
    clientObservedServerSideSessionId: [8, 'string'],
  },
  ReattachExecuteRequest: {
    sessionId: [1, 'string'],
    userContext: [2, 'UserContext'],
    operationId: [3, 'string'],
    clientType: [4, 'string'],
    lastResponseId: [5, 'string'],
    clientObservedServerSideSessionId: [6, 'string'],
  },
  ExecutePlanResponse: {
    sessionId: [1, 'string'],
    arrowBatch: [2, 'ArrowBatch'],
    operationId: [12, 'string'],
    responseId: [13, 'string'],
    resultComplete: [14, 'ResultComplete'],
    executionProgress: [18, 'ExecutionProgress'],
  },
  ArrowBatch: {
    rowCount: [1, 'int64'],
    data: [2, 'bytes'],
    chunkIndex: [4, 'int64'],
    numChunksInBatch: [5, 'int64'],
  },
  ResultComplete: {},
  ExecutionProgress: { stages: [1, 'StageInfo', 'repeated'], numInflightTasks: [2, 'int64'] },
  StageInfo: { numTasks: [2, 'int64'], numCompletedTasks: [3, 'int64'] },
  AnalyzePlanRequest: {
    sessionId: [1, 'string'],
    userContext: [2, 'UserContext'],
    clientType: [3, 'string'],
    inputFiles: [9, 'InputFilesRequest'],
    clientObservedServerSideSessionId: [17, 'string'],
  },
  InputFilesRequest: { plan: [1, 'Plan'] },
  AnalyzePlanResponse: { inputFiles: [7, 'InputFilesResponse'] },
  InputFilesResponse: { files: [1, 'string', 'repeated'] },
  ReleaseExecuteRequest: {
    sessionId: [1, 'string'],
    userContext: [2, 'UserContext'],
    operationId: [3, 'string'],
    clientType: [4, 'string'],
    releaseAll: [5, 'ReleaseAll'],
  },
  ReleaseAll: {},
  InterruptRequest: {
    sessionId: [1, 'string'],
    userContext: [2, 'UserContext'],
    clientType: [3, 'string'],
    interruptType: [4, 'int32'],
    operationId: [6, 'string'],
  },
  ReleaseSessionRequest: {
    sessionId: [1, 'string'],
    userContext: [2, 'UserContext'],
    clientType: [3, 'string'],
  },
  ConfigRequest: {
    sessionId: [1, 'string'],
    userContext: [2, 'UserContext'],
    operation: [3, 'ConfigOperation'],
    clientType: [4, 'string'],
    clientObservedServerSideSessionId: [8, 'string'],
  },
  ConfigResponse: { pairs: [2, 'KeyValue', 'repeated'], serverSideSessionId: [4, 'string'] },
  ConfigOperation: {
    set: [1, 'ConfigSet'],
    getAll: [5, 'ConfigPrefix'],
    unset: [6, 'ConfigKeys'],
    isModifiable: [7, 'ConfigKeys'],
  },
  ConfigSet: { pairs: [1, 'KeyValue', 'repeated'] },
  ConfigPrefix: { prefix: [1, 'string'] },
  ConfigKeys: { keys: [1, 'string', 'repeated'] },
  KeyValue: { key: [1, 'string'], value: [2, 'string'] },
  Plan: { root: [1, 'Relation'] },
  Relation: {
    read: [2, 'Read'],
    sql: [10, 'Sql'],
    subqueryAlias: [16, 'SubqueryAlias'],
    withRelations: [41, 'WithRelations'],
  },
  Read: { dataSource: [2, 'DataSource'] },
  DataSource: {
    format: [1, 'string'],
    schema: [2, 'string'],
    options: [3, 'map'],
    paths: [4, 'string', 'repeated'],
  },
  Sql: { query: [1, 'string'] },
  SubqueryAlias: { input: [1, 'Relation'], alias: [2, 'string'] },
  WithRelations: { root: [1, 'Relation'], references: [2, 'Relation', 'repeated'] },
  Empty: {},
};

/** Fields of which at most one is set: an empty message is told from none by its presence. */
const root = protobuf.Root.fromJSON({
  nested: Object.fromEntries(
    Object.entries(messageFields).map(([name, fields]) => [
      name,
      { fields: descriptorsOf(fields) },
    ]),
  ),
});

function descriptorsOf(fields: Fields): Record<string, protobuf.IField> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, [id, type, rule]]) => {
      const field = type === 'map' ? { id, type: 'string', keyType: 'string' } : { id, type };
      return [name, rule === undefined ? field : { ...field, rule }];
    }),
  );
}

export function encodeMessage(name: string, message: object): Buffer {
  const type = root.lookupType(name);
  return Buffer.from(type.encode(type.fromObject(message)).finish());
}

/** Whole numbers of 64 bits come as numbers: counts and sizes. */
export function decodeMessage<Message>(name: string, bytes: Uint8Array): Message {
  const type = root.lookupType(name);
  return type.toObject(type.decode(bytes), { longs: Number, arrays: true }) as Message;
}

/** The relation of a plan, as far as it is used. */
export type Relation =
  | { readonly sql: { readonly query: string } }
  | { readonly read: { readonly dataSource: DataSource } }
  | { readonly subqueryAlias: { readonly input: Relation; readonly alias: string } }
  | {
      readonly withRelations: { readonly root: Relation; readonly references: readonly Relation[] };
    };

export interface DataSource {
  readonly format: string;
  readonly schema?: string;
  readonly options: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
}

export interface ExecuteResponse {
  readonly responseId?: string;
  readonly arrowBatch?: {
    readonly rowCount?: number;
    readonly data?: Uint8Array;
    readonly chunkIndex?: number;
    readonly numChunksInBatch?: number;
  };
  readonly resultComplete?: object;
  readonly executionProgress?: {
    readonly stages: readonly StageInfo[];
    readonly numInflightTasks?: number;
  };
}

export interface StageInfo {
  readonly numTasks?: number;
  readonly numCompletedTasks?: number;
}
