// Shows on a terminal how far a long query is, in one line that is gone without a trace at its end.
import type { QueryProgress } from '../../query/query-request.ts';
import type { OutputStream } from '../io.ts';

export interface ProgressBar {
  show(progress: QueryProgress): void;
  /** Before anything else is written, and at the end. */
  clear(): void;
  /** Clears, and shows nothing any more. */
  end(): void;
}

/** Shorter queries are over before anyone wonders. */
const quietMs = 500;
const barWidth = 24;

export function progressBar(
  stream: OutputStream,
  clock: () => number = () => performance.now(),
): ProgressBar {
  const startedAt = clock();
  let isShown = false;
  let isOver = false;
  const clear = () => {
    if (isShown) stream.write('\r\u001b[K');
    isShown = false;
  };
  return {
    show: (progress) => {
      const elapsedMs = clock() - startedAt;
      if (isOver || elapsedMs < quietMs) return;
      isShown = true;
      // Not by cutToColumns: each of these characters takes one column, and measuring others takes a while to load.
      stream.write(
        `\r${progressLine(progress, elapsedMs).slice(0, (stream.columns || 80) - 1)}\u001b[K`,
      );
    },
    clear,
    end: () => {
      clear();
      isOver = true;
    },
  };
}

export function progressLine({ share, rowsRead, bytes }: QueryProgress, elapsedMs: number): string {
  const seconds = elapsedMs / 1_000;
  if (share === null) return `running for ${Math.floor(seconds)} s`;
  const full = Math.round(share * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const megabytesPerSecond = (share * bytes) / 1e6 / seconds;
  const parts = [`${Math.floor(share * 100)} %`];
  if (rowsRead > 0) parts.push(`${rowsRead.toLocaleString('en')} rows`);
  if (megabytesPerSecond >= 1) parts.push(`${megabytesPerSecond.toFixed(0)} MB/s`);
  const left = `${Math.ceil((seconds * (1 - share)) / share)} s left`;
  parts.push(share > 0.01 ? left : `running for ${Math.floor(seconds)} s`);
  return `${bar} ${parts.join(', ')}`;
}
