// Reads the value of ENGINE that names a Spark Connect server.

export interface SparkAddress {
  /** As gRPC takes it. */
  readonly hostAndPort: string;
  readonly usesTls: boolean;
}

const usualPort = 15_002;

/** Null: the text is no such address. */
export function readSparkAddress(text: string): SparkAddress | null {
  const [, scheme, host, port, rest = ''] =
    /^(sc):\/\/(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?\/?(;.*)?$/i.exec(text) ?? [];
  if (scheme === undefined || host === undefined || Number(port ?? usualPort) > 65_535) return null;
  if (rest !== '' && rest !== ';use_ssl=true') return null;
  return { hostAndPort: `${host}:${port ?? usualPort}`, usesTls: rest !== '' };
}
