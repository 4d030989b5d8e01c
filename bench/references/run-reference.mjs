// Runs a reference in a process of its own and takes its messages.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exitOf, spawnOwned } from '../service/owned-processes.mjs';

/** A reference that stays: `ready` is its first message. */
export async function startReference(name, args = []) {
  const child = spawnReference(name, args);
  const ready = await nextMessage(child, 30_000);
  return {
    ready,
    async run(sql) {
      child.send({ sql });
      return nextMessage(child, 120_000);
    },
    async stop() {
      const exit = exitOf(child, 10_000);
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** A reference that answers once: its answer. */
export async function runReference(name, args, timeoutMs) {
  const child = spawnReference(name, args);
  try {
    return await nextMessage(child, timeoutMs);
  } finally {
    child.kill('SIGKILL');
  }
}

export function isPeerInstalled(name) {
  const packageFolder = new URL(`../node_modules/${name}/`, import.meta.url);
  return existsSync(fileURLToPath(packageFolder));
}

function spawnReference(name, args) {
  const path = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  // The peers keep every row as an object: without more heap they could not answer at all.
  return spawnOwned(process.execPath, ['--max-old-space-size=8192', path, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

function nextMessage(child, timeoutMs) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(reject, new Error(`no answer in ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    const onMessage = (message) => {
      if (message.error === undefined) settle(resolve, message);
      else settle(reject, new Error(message.error));
    };
    const onExit = (exitCode) =>
      settle(reject, new Error(`ended with ${exitCode} before its answer`));
    function settle(settleIt, value) {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      settleIt(value);
    }
    child.once('message', onMessage).once('exit', onExit);
  });
}
