// Opens both engines over one folder, which the cluster on this machine sees as well.
import { inject } from 'vitest';
import { testEngine } from '../test-engine.ts';
import type { Engines } from './compare-engines.ts';

export async function openEngines(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Engines & { readonly folder: string }> {
  const { engine: embedded, folder } = await testEngine(files);
  const { engine: spark } = await testEngine({}, { engine: inject('engine'), dataDir: folder });
  return { embedded, spark, folder };
}
