// Opens the engine in a process of its own, with a work folder that outlives each such process.
import { threadPoolSize } from '../../concurrency/thread-pool-size.ts';
import type { ServiceLog } from '../../query/engine-log.ts';
import type { QueryService } from '../../query/services.ts';
import type { Settings } from '../../settings/settings.ts';
import { createWorkFolder } from '../../spool/work-folder.ts';
import { type EngineProgram, engineChildStarter } from './engine-child.ts';
import { openSupervisedEngine } from './supervised-engine.ts';

export interface EngineProcessOptions {
  readonly settings: Settings;
  readonly log: ServiceLog;
  readonly program: EngineProgram;
}

export async function openEngineProcess(options: EngineProcessOptions): Promise<QueryService> {
  const { settings, log } = options;
  const folder = await createWorkFolder();
  const start = engineChildStarter(withThreads(options));
  return openSupervisedEngine({ settings, log, folder, start });
}

/** Each running query holds a thread of the engine's pool. */
function withThreads({ program, settings }: EngineProcessOptions): EngineProgram {
  const size = threadPoolSize(program.env, settings.maxConcurrentQueries);
  return { ...program, env: { ...program.env, UV_THREADPOOL_SIZE: String(size) } };
}
