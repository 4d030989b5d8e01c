// Types the cluster for tests.
export interface LocalCluster {
  readonly engine: string;
  /** Of Spark's own interface that tells which jobs run. */
  readonly statusUrl: string;
  readonly folder: string;
  stop(): Promise<void>;
  killServer(): Promise<void>;
  restartServer(): Promise<void>;
}

export interface ClusterOptions {
  readonly workers?: number;
  readonly memory?: string;
  /** For minutes, as of tests: quick to start, slower in what it does for long. */
  readonly isBrief?: boolean;
  readonly token?: string;
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly tell?: (words: string) => void;
}

export function startCluster(options?: ClusterOptions): Promise<LocalCluster>;
