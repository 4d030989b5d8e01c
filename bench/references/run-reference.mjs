// Runs a reference in a process of its own and takes its answers.
import { fileURLToPath } from 'node:url';
import { exitOf, spawnOwned } from '../service/owned-processes.mjs';

const answerLimitMs = 300_000;

/** A reference in Node that stays: `ready` is its first message. */
export async function startReference(name, args = []) {
  const child = spawnReference(name, args);
  const ready = await nextMessage(child, 30_000);
  return {
    ready,
    async run(sql) {
      child.send({ sql });
      return nextMessage(child, answerLimitMs);
    },
    async stop() {
      const exit = exitOf(child, 10_000);
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** A reference in Node or Python that answers once: what it prints, parsed. */
export async function runReference(fileName, args) {
  const path = fileURLToPath(new URL(fileName, import.meta.url));
  const command = fileName.endsWith('.py') ? ['python3', '-B', path] : nodeCommand(path);
  const child = spawnOwned(command[0], [...command.slice(1), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const exitCode = await exitOf(child, answerLimitMs);
  if (exitCode !== 0) throw new Error(`${fileName} ended with ${exitCode} before its answer`);
  return JSON.parse(printed);
}

function spawnReference(name, args) {
  const [command, ...options] = nodeCommand(
    fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)),
  );
  return spawnOwned(command, [...options, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The peers keep every row as an object: without more heap they could not answer at all. */
function nodeCommand(path) {
  return [process.execPath, '--max-old-space-size=8192', path];
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
