// Starts a service of its own for one measure, with an empty cache, and stops it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../service/start-service.mjs';

export async function withService(data, use) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const service = await startService({ dataFolder: data.folder, folder });
    try {
      return await use(service);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
