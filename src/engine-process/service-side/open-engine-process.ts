// Opens the engine in a process of its own, with a work folder that outlives each such process.
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
  const { settings, log, program } = options;
  const folder = await createWorkFolder();
  return openSupervisedEngine({ settings, log, folder, start: engineChildStarter(program) });
}
