// Computes how many threads libuv's pool needs: each piece of long work holds one, files and DNS need some more.

const spareThreads = 9;
/** libuv takes no more. */
const mostThreads = 1024;

/** For UV_THREADPOOL_SIZE, of which libuv starts all when the first is used. `env` may ask for more than are needed. */
export function threadPoolSize(
  env: Readonly<Record<string, string | undefined>>,
  workCount: number,
): number {
  const wanted = Number(env.UV_THREADPOOL_SIZE) || 0;
  return Math.min(mostThreads, Math.max(wanted, workCount + spareThreads));
}
