// The files in deploy/ and .github/, checked by the tools of their makers and run as far as a machine without them allows.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
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

/** Each in front of a service; resolves to the port of TLS. */
const proxies: Readonly<Record<string, (upstream: string) => Promise<number>>> = {
  caddy: startCaddy,
  nginx: startNginx,
};

describe.each(Object.entries(proxies))('%s, with the file in deploy/proxy', (program, start) => {
  testWith(program)('does TLS, and passes rows and Host on', async () => {
    const port = await startBehind(start, { ALLOWED_HOSTS: 'localhost' });
    const sql = encodeURIComponent('SELECT COUNT(*) AS people FROM examples/users.csv');
    const path = `/api/v1/query?format=csv&sql=${sql}`;
    expect(await askByTls(port, { path })).toEqual({ status: 200, text: 'people\n15\n' });
  });

  testWith(program)('keeps the figures to those inside', async () => {
    const port = await startBehind(start);
    expect(await askByTls(port, { path: '/metrics' })).toMatchObject({ status: 404 });
    expect(await askByTls(port, { path: '/api/v1/health' })).toMatchObject({ status: 200 });
  });

  testWith(program)('passes a body on that is as large as the service takes', async () => {
    const port = await startBehind(start);
    const body = `{ "sql": "SELECT 1 AS one"${' '.repeat(10_000_000)}}`;
    const { status, text } = await askByTls(port, { path: '/api/v1/query', body });
    expect({ status, text }).toMatchObject({ status: 200, text: expect.stringContaining('"one"') });
  });

  testWith(program)('passes rows on while the query runs', async () => {
    const port = await startBehind(start);
    const sql = encodeURIComponent('SELECT range AS n FROM range(1000000000000)');
    const rows = await firstRows(port, `/api/v1/query?stream=true&format=csv&sql=${sql}`);
    expect(rows).toMatch(/^n\n0\n1\n/);
  });
});

async function startBehind(
  start: (upstream: string) => Promise<number>,
  env: Record<string, string> = {},
): Promise<number> {
  const service = await startService({ cwd: root, env });
  onTestFinished(() => service.stop().then(() => undefined));
  return start(new URL(service.url).host);
}

/** Of the Caddyfile only the ports differ: those it has are of an administrator, and fixed. */
async function startCaddy(upstream: string): Promise<number> {
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
  const path = folder.write('caddy.json', JSON.stringify(config));
  return startProxy({ program: 'caddy', args: ['run', '--config', path], env, folder, port });
}

/** Of the file only the names differ: port, upstream, certificate. */
async function startNginx(upstream: string): Promise<number> {
  const folder = newDataFolder();
  const port = await freePort();
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder.path, name));
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  const files = ['-keyout', `${key}`, '-out', `${certificate}`];
  await check('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
  const site = read('deploy/proxy/nginx.conf')
    .replace('127.0.0.1:8080', upstream)
    .replace('443 ssl', `127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder.path, kind)};`)
    .join('\n');
  const path = folder.write(
    'nginx.conf',
    `daemon off;\nmaster_process off;\npid ${join(folder.path, 'pid')};\nevents {}\n` +
      `http {\naccess_log off;\n${temporary}\n${site}}\n`,
  );
  const args = ['-c', path, '-p', folder.path, '-e', 'stderr'];
  return startProxy({ program: 'nginx', args, env: { ...process.env }, folder, port });
}

interface ProxyStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Removed when the test is over. */
  readonly folder: ReturnType<typeof newDataFolder>;
  readonly port: number;
}

function startProxy({ program, args, env, folder, port }: ProxyStart): number {
  const proxy = spawn(program, [...args], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => proxy.once('exit', resolve));
  onTestFinished(async () => {
    proxy.kill();
    await ended;
    folder.remove();
  });
  return port;
}

interface Asked {
  readonly path: string;
  /** Sent by POST, as JSON. */
  readonly body?: string;
}

/** Again until the proxy listens and has made its certificate. */
async function askByTls(
  port: number,
  asked: Asked,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const response = await openByTls(port, asked);
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, text };
}

/** Then leaves, as the answer has no end. */
async function firstRows(port: number, path: string): Promise<string> {
  const response = await openByTls(port, { path });
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 100) break;
  }
  return text;
}

async function openByTls(port: number, asked: Asked): Promise<IncomingMessage> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    try {
      return await openOnce(port, asked);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function openOnce(port: number, { path, body }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: 'localhost',
        port,
        path,
        rejectUnauthorized: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
      },
      resolve,
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
