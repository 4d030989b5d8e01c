// Calls functions of src/ in a process without the rights of the superuser, who may read everything.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const nobody = 65_534;

/** The same function, called as an ordinary user. What it takes, returns and throws crosses by messages. */
export async function asOrdinaryUser<Args extends unknown[], Result>(
  path: string,
  { name }: (...args: Args) => Result,
): Promise<(...args: Args) => Promise<Awaited<Result>>> {
  const script = join(await temporaryFolder(), 'call.mjs');
  const contents = `
    import { ${name} } from './${path}';
    process.once('message', async (args) => {
      const answer = await Promise.resolve()
        .then(() => ${name}(...args))
        .then((value) => ({ value }), ({ code, message }) => ({ fault: { code, message } }));
      process.send(answer, () => process.disconnect());
    });`;
  await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  });
  await chmod(dirname(script), 0o755);
  return async (...args) => {
    const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    const child = fork(script, { ...user, cwd: dirname(script), serialization: 'advanced' });
    child.send(args);
    const [{ value, fault }] = await once(child, 'message');
    if (fault !== undefined) throw Object.assign(new Error(fault.message), { code: fault.code });
    return value;
  };
}
