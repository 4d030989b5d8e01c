// Lists the methods of Spark Connect that are called here, with their messages and the time they may take.

export interface ConnectMethod {
  readonly name: string;
  readonly request: string;
  readonly answer: string;
  /** Of a call with one answer. */
  readonly mostMs: number;
}

const usualMs = 60_000;
/** Of folders with many files, in a storage far away. */
const listingMs = 600_000;
/** Nobody waits longer for the server to forget something. */
const releaseMs = 5_000;

export const methods = {
  analyze: {
    name: 'AnalyzePlan',
    request: 'AnalyzePlanRequest',
    answer: 'AnalyzePlanResponse',
    mostMs: listingMs,
  },
  config: { name: 'Config', request: 'ConfigRequest', answer: 'ConfigResponse', mostMs: usualMs },
  interrupt: { name: 'Interrupt', request: 'InterruptRequest', answer: 'Empty', mostMs: usualMs },
  releaseExecute: {
    name: 'ReleaseExecute',
    request: 'ReleaseExecuteRequest',
    answer: 'Empty',
    mostMs: releaseMs,
  },
  releaseSession: {
    name: 'ReleaseSession',
    request: 'ReleaseSessionRequest',
    answer: 'Empty',
    mostMs: releaseMs,
  },
} as const satisfies Readonly<Record<string, ConnectMethod>>;

export const streamMethods = {
  execute: { name: 'ExecutePlan', request: 'ExecutePlanRequest', answer: 'ExecutePlanResponse' },
  reattach: {
    name: 'ReattachExecute',
    request: 'ReattachExecuteRequest',
    answer: 'ExecutePlanResponse',
  },
} as const satisfies Readonly<Record<string, Omit<ConnectMethod, 'mostMs'>>>;
