// Starts the program from the bin: sizes libuv's thread pool, then loads main.ts.
import { threadPoolSize } from './cli/thread-pool.ts';

// Built as CommonJS: Node's loader of ES modules may start the pool, which then keeps its size.
process.env.UV_THREADPOOL_SIZE = String(threadPoolSize(process.env, process.argv.slice(2)));
import('./main.ts').catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
