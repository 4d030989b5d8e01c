// The files in deploy/ and .github/, checked by the tools of their makers and run as far as a machine without them allows.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';
import { newDataFolder, startService } from './program.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

function hasProgram(name: string): boolean {
  try {
    execFileSync(process.platform === 'win32' ? 'where' : 'which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Throws with all that the tool said when it finds a fault. */
async function check(program: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, [...args], { cwd: root });
  return stdout + stderr;
}

const testWith = (program: string) => test.skipIf(!hasProgram(program));

testWith('hadolint')('hadolint finds nothing in the Dockerfile', async () => {
  expect(await check('hadolint', ['deploy/container/Dockerfile'])).toBe('');
});

testWith('actionlint')('actionlint finds nothing in the workflows', async () => {
  expect(await check('actionlint', [])).toBe('');
});

const schemas: Readonly<Record<string, readonly string[]>> = {
  'compose-spec': ['deploy/container/compose.yaml'],
  dependabot: ['.github/dependabot.yml'],
  'github-issue-config': ['.github/ISSUE_TEMPLATE/config.yml'],
  'github-issue-forms': ['fault', 'wish', 'wrong-answer'].map(
    (name) => `.github/ISSUE_TEMPLATE/${name}.yml`,
  ),
};

testWith('check-jsonschema').each(Object.entries(schemas))(
  'check-jsonschema finds nothing against its schema %s',
  async (schema, files) => {
    await check('check-jsonschema', ['--builtin-schema', `vendor.${schema}`, ...files]);
  },
);

testWith('zizmor')('zizmor finds no weakness in the workflows', async () => {
  await check('zizmor', ['--offline', '--quiet', '.github']);
});

testWith('podman-compose')('podman-compose reads the compose file', async () => {
  const config = await check('podman-compose', [
    '--file',
    'deploy/container/compose.yaml',
    'config',
  ]);
  expect(config).toContain('ALLOWED_HOSTS: localhost,127.0.0.1');
});

testWith('kubectl')('kubectl puts the image into the manifests', async () => {
  const manifests = await check('kubectl', ['kustomize', 'deploy/kubernetes']);
  expect(manifests.match(/^kind: .+$/gm)?.toSorted()).toEqual([
    'kind: Deployment',
    'kind: NetworkPolicy',
    'kind: PodDisruptionBudget',
    'kind: Service',
  ]);
});

testWith('kubectl-validate')('the manifests fit the schemas of Kubernetes', async () => {
  await check('kubectl-validate', ['deploy/kubernetes/pathql.yaml']);
});

testWith('systemd-analyze')('systemd takes the unit, and finds it well shut in', async () => {
  const folder = newDataFolder();
  onTestFinished(() => folder.remove());
  // The program is not installed here; any that is will do.
  const unit = read('deploy/systemd/pathql.service').replace('/usr/local/bin/pathql', '/bin/sh');
  const path = folder.write('pathql.service', unit);
  expect(await check('systemd-analyze', ['verify', '--man=no', path])).toBe('');
  // Of 10, in tenths.
  await check('systemd-analyze', ['security', '--offline=true', '--threshold=15', path]);
});

test('the health check of the image tells a service that answers from one that does not', async () => {
  const service = await startService();
  const [, command = ''] =
    /HEALTHCHECK[^[]*CMD (\[.*\])$/m.exec(read('deploy/container/Dockerfile')) ?? [];
  const [, ...args] = JSON.parse(command) as string[];
  const env = { ...process.env, SERVER_PORT: new URL(service.url).port };
  const ask = () => promisify(execFile)(process.execPath, args, { env });
  await expect(ask()).resolves.toBeDefined();
  await service.stop();
  await expect(ask()).rejects.toMatchObject({ code: 1 });
});

testWith('caddy')('the proxy does TLS and passes rows and Host on', async () => {
  const service = await startService({ cwd: root, env: { ALLOWED_HOSTS: 'localhost' } });
  onTestFinished(() => service.stop().then(() => undefined));
  const port = await startProxy(new URL(service.url).host);
  const sql = encodeURIComponent('SELECT COUNT(*) AS people FROM examples/users.csv');
  expect(await getByTls(port, `/api/v1/query?format=csv&sql=${sql}`)).toBe('people\n15\n');
});

/** Of the Caddyfile only the ports differ: those it has are of an administrator, and fixed. */
async function startProxy(upstream: string): Promise<number> {
  const folder = newDataFolder();
  const port = await freePort();
  const env = {
    ...process.env,
    HOME: folder.path,
    XDG_DATA_HOME: folder.path,
    PATHQL_HOST: `https://localhost:${port}`,
    PATHQL_UPSTREAM: upstream,
  };
  const { stdout } = await promisify(execFile)(
    'caddy',
    ['adapt', '--config', 'deploy/proxy/Caddyfile', '--adapter', 'caddyfile'],
    { cwd: root, env },
  );
  const config = JSON.parse(stdout);
  config.admin = { disabled: true };
  for (const server of Object.values<Record<string, unknown>>(config.apps.http.servers)) {
    server.automatic_https = { disable_redirects: true };
  }
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  const proxy = spawn(
    'caddy',
    ['run', '--config', folder.write('caddy.json', JSON.stringify(config))],
    { env, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => proxy.once('exit', resolve));
  onTestFinished(async () => {
    proxy.kill();
    await ended;
    folder.remove();
  });
  return port;
}

/** Again until the proxy listens and has made its certificate. */
async function getByTls(port: number, path: string): Promise<string> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await getOnce(port, path);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function getOnce(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: 'localhost', port, path, rejectUnauthorized: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.once('end', () => resolve(text));
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}
