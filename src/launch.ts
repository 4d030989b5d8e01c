// Starts the program from the bin: sizes libuv's thread pool, then loads main.ts.
import { join } from 'node:path';
import { threadPoolSize } from './cli/thread-pool.ts';
import { loadPart } from './load-part.ts';

// Before anything uses the pool, which then keeps its size.
process.env.UV_THREADPOOL_SIZE = String(threadPoolSize(process.env, process.argv.slice(2)));
loadPart(join(__dirname, 'main.js'));
