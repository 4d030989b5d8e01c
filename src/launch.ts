// Starts the program from the bin: sizes libuv's thread pool, then loads main.ts.
import { join } from 'node:path';
import { threadPoolSize } from './concurrency/thread-pool-size.ts';
import { loadPart } from './load-part.ts';
import { processorCount } from './settings/processor-count.ts';

// Before anything uses the pool, which then keeps its size.
process.env.UV_THREADPOOL_SIZE = String(threadPoolSize(process.env, processorCount()));
loadPart(join(__dirname, 'main.js'));
