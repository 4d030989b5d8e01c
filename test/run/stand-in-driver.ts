// An engine's driver without an engine: does what a test tells it, and notes what it was asked.
import type {
  CheckedStatement,
  EngineConnection,
  EngineDriver,
  EngineResult,
} from '../../src/engines/engine-driver.ts';
import { scanStatement } from '../../src/sql/scan-statement.ts';

export interface StandInTable {
  readonly name: string;
}

export type StandInConnection = EngineConnection<CheckedStatement, StandInTable>;

export const noRows: EngineResult = {
  columns: [],
  types: [],
  rowsScanned: 0,
  rowsReturned: 0,
  warnings: [],
  rows: null,
};

/** Every word of a statement but SELECT and FROM names a file; `overrides` does the rest. */
export function standInConnection(overrides: Partial<StandInConnection> = {}): StandInConnection {
  return {
    check: async ({ sql, tokens }) => {
      const paths = tokens.filter(({ kind }) => kind === 'path');
      const references = paths.map((path) => ({
        paths: [path.text],
        span: path,
        reader: null,
        options: null,
      }));
      return { sql, references, isRepeatable: true, bytes: sql.length };
    },
    openTable: async ({ files }) => ({
      name: files.map(({ shownPath }) => shownPath).join(),
    }),
    run: async () => noRows,
    ...overrides,
  };
}

/** Every path is a file that never changes. */
export function standInDriver(
  connections: readonly StandInConnection[],
): EngineDriver<CheckedStatement, StandInTable> {
  return {
    connections,
    resolve: async (paths) => paths.map((path) => ({ shownPath: path, version: versionOf(path) })),
    recognise: async ({ files }) => ({ kind: 'csv', files, warnings: [] }),
    listFiles: async () => ({ files: [], isCut: false, fileCount: 0 }),
    sniff: async () => {
      throw new Error('the stand-in reads no file');
    },
    figures: () => ({
      hits: 0,
      loads: 0,
      loadsStopped: 0,
      evictions: 0,
      bytes: 0,
      cancelsUnended: 0,
    }),
    queryStarted: () => undefined,
    queryEnded: () => undefined,
    close: async () => undefined,
  };
}

export function versionOf(path: string, key = path) {
  return { path, size: 1, key, isSettled: true };
}

export function statementOf(sql: string): Promise<CheckedStatement> {
  return standInConnection().check(scanStatement(sql));
}

/** A promise that a test settles. */
export function settledByTest<T = void>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
