// The files in deploy/ and .github/ name settings, versions and files that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseNotes } from '../../scripts/release-notes.mjs';
import { errorCatalogue } from '../../src/errors.ts';
import { settingKeys, settingsTable } from '../../src/settings/settings-table.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version, scripts } = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

/** How each file gives a setting its value. */
const settingsIn: Readonly<Record<string, RegExp>> = {
  'deploy/container/Dockerfile': /(?:^ENV |^ {2})([A-Z_]+)=/gm,
  'deploy/container/compose.yaml': /^ {6}(?!PATHQL_)([A-Z_]+):/gm,
  'deploy/kubernetes/pathql.yaml': /- name: ([A-Z_]+)$/gm,
  'deploy/systemd/pathql.service': /(?:^# )?(?:Environment=| (?=[A-Z_]+=))([A-Z_]+)=/gm,
};

test.each(Object.entries(settingsIn))('%s sets what the service knows', (path, pattern) => {
  const known = settingKeys.map((key) => settingsTable[key].env);
  const set = [...read(path).matchAll(pattern)].map(([, name = '']) => name);
  expect(set.length).toBeGreaterThan(2);
  expect(set.filter((name) => !known.includes(name))).toEqual([]);
});

test.each([
  ['deploy/container/compose.yaml', /pids_limit: (\d+)$/m],
  ['deploy/systemd/pathql.service', /^TasksMax=(\d+)$/m],
])('%s leaves room for the threads of a machine with 256 processors', (path, limit) => {
  const threads = Number(limit.exec(read(path))?.[1]);
  const host = { cores: 256, threads, memoryBytes: 1e12, freeDiskBytes: 1e12 };
  const withoutLimit = { ...host, threads: Number.POSITIVE_INFINITY };
  const { default: queries } = settingsTable.maxConcurrentQueries;
  expect(queries(host)).toBe(queries(withoutLimit));
});

test('on Kubernetes pods are asked by their address, so no host is refused, and a token is needed', () => {
  const manifests = read('deploy/kubernetes/pathql.yaml');
  expect(manifests).not.toMatch(/name: ALLOWED_HOSTS/);
  expect(manifests).toMatch(/name: API_TOKENS_FILE/);
});

test('systemd does not restart what a wrong setting ended', () => {
  const { setting_invalid: wrong } = errorCatalogue;
  expect(read('deploy/systemd/pathql.service')).toContain(
    `\nRestartPreventExitStatus=${wrong.exitCode}\n`,
  );
});

test('Kubernetes takes the image of this version', () => {
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}\n`);
});

test('the image is made of all that the package holds', () => {
  const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
  const copied = read('.dockerignore').match(/^!.+$/gm) ?? [];
  const needed = files.filter((name) => name !== 'dist');
  expect(copied).toEqual(
    expect.arrayContaining([...needed, 'src', 'scripts'].map((name) => `!${name}`)),
  );
});

const workflows = readdirSync(join(root, '.github/workflows')).map(
  (name) => `.github/workflows/${name}`,
);

test.each(workflows)('%s runs scripts and files that exist, and pins what it uses', (path) => {
  const text = read(path);
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  for (const [file] of text.matchAll(/(?:deploy|scripts|test)\/[\w./-]+/g))
    expect(existsSync(join(root, file)), file).toBe(true);
  const loose = [...text.matchAll(/uses: (\S+)/g)].filter(
    ([, used = '']) => !/@[0-9a-f]{40}$/.test(used),
  );
  expect(loose).toEqual([]);
});

test('the notes of a release are its part of the changelog', () => {
  const changelog =
    '# Changes\n\n## Unreleased\n\n- Next\n\n## 1.2.0\n\n- One\n- Two\n\n## 1.1.0\n\n- Old\n';
  expect(releaseNotes('v1.2.0', '1.2.0', changelog)).toBe('- One\n- Two\n');
  expect(() => releaseNotes('v1.2.1', '1.2.0', changelog)).toThrow("expected 'v1.2.0'");
  expect(() => releaseNotes('v1.3.0', '1.3.0', changelog)).toThrow("no part '## 1.3.0'");
});
