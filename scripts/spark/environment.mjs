// Makes the environment of a local Spark cluster, once: Spark's own package for Python, in a cache folder.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../cache-folder.mjs';

export const sparkVersion = '4.3.0';

const run = promisify(execFile);
const leastJava = 17;
const leastPython = [3, 10];

/** The folder of Spark: jars and scripts. Rejects with a sentence that says what is missing. */
export async function sparkHome(tell = () => undefined) {
  await assertJava();
  const folder = join(cacheFolder(), `spark-${sparkVersion}`);
  if (!existsSync(folder)) await install(folder, tell);
  const { stdout } = await run(join(folder, 'bin/python'), [
    '-c',
    'import os, pyspark; print(os.path.dirname(pyspark.__file__))',
  ]);
  return stdout.trim();
}

/** Under another name until it is complete, so that a half-made one is never used. */
async function install(folder, tell) {
  await assertPython();
  tell(`Installing Spark ${sparkVersion} into ${folder} (some 900 MB, once)`);
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(cacheFolder(), { recursive: true });
  try {
    await run('python3', ['-m', 'venv', unfinished]);
    await run(join(unfinished, 'bin/python'), ['-m', 'pip', 'install', `pyspark==${sparkVersion}`]);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(
      `Spark ${sparkVersion} could not be installed by pip: ${String(error.stderr || error.message).trim()}`,
    );
  }
}

async function assertJava() {
  const { stderr } = await run('java', ['-version']).catch(() => ({ stderr: '' }));
  const [, major] = /version "(\d+)/.exec(stderr) ?? [];
  if (Number(major) >= leastJava) return;
  const found = major === undefined ? 'found none' : `found Java ${major}`;
  throw new Error(`Spark needs Java ${leastJava} or later as 'java' on the PATH, ${found}`);
}

async function assertPython() {
  const { stdout } = await run('python3', ['--version']).catch(() => ({ stdout: '' }));
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  const [leastMajor, leastMinor] = leastPython;
  if (Number(major) === leastMajor && Number(minor) >= leastMinor) return;
  const found = major === undefined ? 'found none' : `found Python ${major}.${minor}`;
  throw new Error(
    `Spark is installed by Python ${leastPython.join('.')} or later as 'python3' on the PATH, ${found}`,
  );
}
