// Starts a service of its own for one measure, with an empty cache and default settings, and stops it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../service/start-service.mjs';

export async function withService(dataFolder, use) {
  const service = await openOwnService(dataFolder);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** The caller closes it. */
export async function openOwnService(dataFolder) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const service = await startService({ dataFolder, folder });
    return { ...service, close: () => service.stop().finally(removeFolder) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
