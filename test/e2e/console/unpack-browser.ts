// Unpacks the Chromium of an npm package, once for each machine.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache-folder.mjs';

/** Resolves to a folder with `chromium`, its libraries and fonts. */
export async function unpackedBrowser(): Promise<string> {
  const folder = join(cacheFolder(), `chromium-${packageVersion()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder(), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    await unpackInto(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function packageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest = join(dirname(entry), '../../package.json');
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** The package unpacks into the folder for temporary files, its libraries only where it believes to be in a cloud. */
async function unpackInto(folder: string): Promise<void> {
  const { TMPDIR, AWS_LAMBDA_JS_RUNTIME, LD_LIBRARY_PATH, FONTCONFIG_PATH, HOME } = process.env;
  const before = { TMPDIR, AWS_LAMBDA_JS_RUNTIME, LD_LIBRARY_PATH, FONTCONFIG_PATH, HOME };
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    packed.setGraphicsMode = false;
    await packed.executablePath();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
