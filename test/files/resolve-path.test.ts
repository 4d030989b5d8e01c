import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DataRoot } from '../../src/files/data-root.ts';
import { resolvePath } from '../../src/files/resolve-path.ts';
import { asOrdinaryUser } from '../ordinary-user.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const csv = 'a\n1\n';

async function confined(files: Record<string, string>): Promise<DataRoot> {
  return { base: await temporaryFolder(files), confines: true };
}

async function shownPaths(root: DataRoot, path: string): Promise<string[]> {
  return (await resolvePath(root, path)).map(({ shownPath }) => shownPath);
}

describe('inside a data folder', () => {
  test.each([
    ['a plain name', 'x.csv'],
    ['a folder', 'logs/a.csv'],
    ['a dot segment', './logs/../x.csv'],
    ['no data extension', 'plain'],
    ['a name like a glob', '[table].csv'],
    ['spaces and letters of other scripts', 'с пробелом.csv'],
  ])('finds %s', async (_, path) => {
    const root = await confined({
      'x.csv': csv,
      'logs/a.csv': csv,
      plain: csv,
      '[table].csv': csv,
      't.csv': csv,
      'с пробелом.csv': csv,
    });
    expect(await shownPaths(root, path)).toEqual([path]);
  });

  test('finds an absolute path below the folder', async () => {
    const root = await confined({ 'x.csv': csv });
    const path = join(root.base, 'x.csv');
    expect((await resolvePath(root, path))[0]?.version.path).toBe(path);
  });

  test.each([
    ['a parent', '../x.csv'],
    ['an absolute path', '/etc/passwd'],
    ['a parent behind a folder', 'logs/../../x.csv'],
    ['a parent of a glob', '../*.csv'],
  ])('refuses %s that leads out, whether or not it exists', async (_, path) => {
    const root = await confined({ 'logs/a.csv': csv });
    await expect(resolvePath(root, path)).rejects.toMatchObject({
      code: 'file_not_allowed',
      message: `Cannot read '${path}': it is outside the data folder`,
    });
  });

  test('refuses a link that leads out, alone and in a glob, and follows one that stays inside', async () => {
    const root = await confined({ 'logs/a.csv': csv });
    const outside = await temporaryFolder({ 'secret.csv': csv });
    await symlink(join(outside, 'secret.csv'), join(root.base, 'out.csv'));
    await symlink(join(root.base, 'logs/a.csv'), join(root.base, 'in.csv'));
    await symlink(outside, join(root.base, 'folder'));
    for (const path of ['out.csv', 'folder/secret.csv', 'o*.csv']) {
      await expect(resolvePath(root, path)).rejects.toMatchObject({ code: 'file_not_allowed' });
    }
    expect(await shownPaths(root, 'in.csv')).toEqual(['in.csv']);
  });

  test('a message never holds an absolute path of the host', async () => {
    const root = await confined({ 'users.csv': csv });
    const error = await resolvePath(root, 'user.csv').catch((thrown: Error) => thrown);
    expect(String(error)).not.toContain(root.base);
  });
});

describe('without a data folder', () => {
  test.each([
    '.csv',
    '.tsv',
    '.txt',
    '.csv.gz',
    '.tsv.zst',
    '.CSV',
    '.json',
    '.ndjson.gz',
    '.jsonl',
    '.parquet',
  ])('reads %s', async (extension) => {
    const base = await temporaryFolder({ [`x${extension}`]: csv });
    expect(await shownPaths({ base, confines: false }, `x${extension}`)).toHaveLength(1);
  });

  test.each([
    ['x.yaml', 'its name must end in .csv'],
    ['x.parquet.gz', 'its name must end in .csv'],
    ['passwd', 'its name must end in .csv'],
    ['x.csv.bz2', 'its name must end in .csv'],
  ])('refuses %s', async (name, reason) => {
    const base = await temporaryFolder({ [name]: csv });
    await expect(resolvePath({ base, confines: false }, name)).rejects.toMatchObject({
      code: 'file_not_allowed',
      message: expect.stringContaining(reason),
    });
  });

  test.each([
    '.docker/config.json',
    'a/.config/b/x.ndjson',
    '.secret.json.gz',
    'linked.json',
  ])('refuses settings in %s, which are read below a data folder', async (path) => {
    const files = ['.docker/config.json', 'a/.config/b/x.ndjson', '.secret.json.gz'];
    const base = await temporaryFolder(Object.fromEntries(files.map((name) => [name, csv])));
    await symlink(join(base, '.docker/config.json'), join(base, 'linked.json'));
    for (const root of [base, join(base, 'a')]) {
      const written = join(base, path);
      await expect(resolvePath({ base: root, confines: false }, written)).rejects.toMatchObject({
        code: 'file_not_allowed',
        message: expect.stringContaining('may hold settings and passwords'),
      });
    }
    expect(await resolvePath({ base, confines: true }, path)).toHaveLength(1);
  });

  test('reads hidden CSV, and JSON in a working folder that is hidden itself', async () => {
    const base = await temporaryFolder({ '.cache/x.json': csv, '.cache/.x.csv': csv });
    const root = { base: join(base, '.cache'), confines: false };
    expect(await shownPaths(root, 'x.json')).toEqual(['x.json']);
    expect(await shownPaths(root, '.x.csv')).toEqual(['.x.csv']);
  });

  test('refuses a link from a data file name to something else', async () => {
    const base = await temporaryFolder({ secret: csv });
    await symlink(join(base, 'secret'), join(base, 'x.csv'));
    await expect(resolvePath({ base, confines: false }, 'x.csv')).rejects.toMatchObject({
      code: 'file_not_allowed',
    });
  });

  test.each([
    '/proc/self/environ',
    '/dev/zero',
    '/dev/stdin',
    '/proc/../proc/cpuinfo',
    '/dev/shm',
    '/dev/shm/../zero',
  ])('refuses %s', async (path) => {
    await expect(resolvePath({ base: '/', confines: false }, path)).rejects.toMatchObject({
      code: 'file_not_allowed',
    });
  });

  test('takes files in memory for files', async () => {
    const path = `/dev/shm/${randomUUID()}.csv`;
    await expect(resolvePath({ base: '/', confines: false }, path)).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });
});

describe('what is no file', () => {
  test.each([
    ['http://127.0.0.1:1/x.csv', 'http addresses are not supported, only local files'],
    ['s3://bucket/x.csv', 's3 addresses are not supported, only local files'],
    ['file:///x.csv', 'file addresses are not supported, only local files'],
    ['a\0b.csv', 'the path contains a NUL character'],
    [' ', 'the path is empty'],
  ])('refuses %j', async (path, reason) => {
    const root = await confined({});
    await expect(resolvePath(root, path)).rejects.toMatchObject({
      code: 'file_not_allowed',
      message: expect.stringContaining(reason),
    });
  });

  test('refuses a folder and says how to read what is in it', async () => {
    const root = await confined({ 'logs/a.csv': csv });
    await expect(resolvePath(root, 'logs/')).rejects.toMatchObject({
      message:
        "Cannot read 'logs/': it is a folder. To read the files in it as one table, write 'logs/*.csv'",
    });
  });

  test('refuses a pipe and a socket without opening them', async () => {
    const root = await confined({});
    execFileSync('mkfifo', [join(root.base, 'pipe.csv')]);
    const server = createServer().listen(join(root.base, 'socket.csv'));
    onTestFinished(() => void server.close());
    for (const path of ['pipe.csv', 'socket.csv']) {
      await expect(resolvePath(root, path)).rejects.toMatchObject({
        message: `Cannot read '${path}': it is not a regular file`,
      });
    }
  });

  test('refuses a name longer than any file has', async () => {
    const root = await confined({});
    const path = `${'x'.repeat(5_000)}.csv`;
    await expect(resolvePath(root, path)).rejects.toMatchObject({ code: 'file_not_allowed' });
  });

  test('says why a file cannot be read', async () => {
    const resolveIn = await asOrdinaryUser('src/files/resolve-path.ts', resolvePath);
    const root = await confined({ 'x.csv': csv });
    await chmod(root.base, 0o755);
    await chmod(join(root.base, 'x.csv'), 0o000);
    await expect(resolveIn(root, 'x.csv')).rejects.toMatchObject({
      message: "Cannot read 'x.csv': permission denied",
    });
  });

  test('refuses a pattern that may match in a folder it cannot read', async () => {
    const resolveIn = await asOrdinaryUser('src/files/resolve-path.ts', resolvePath);
    const root = await confined({ 'a/x.csv': csv, 'closed/y.csv': csv, 'lost+found/z.csv': csv });
    await chmod(root.base, 0o755);
    for (const name of ['closed', 'lost+found']) await chmod(join(root.base, name), 0o000);
    await expect(resolveIn(root, '**/*.csv')).rejects.toMatchObject({
      code: 'file_not_readable',
      message: expect.stringContaining(
        "Cannot look for '**/*.csv' in the folder 'closed': permission denied",
      ),
    });
    expect(await resolveIn(root, '[ab]/*.csv')).toHaveLength(1);
    await chmod(join(root.base, 'closed'), 0o755);
    expect(await resolveIn(root, '**/*.csv')).toHaveLength(2);
    await chmod(join(root.base, 'lost+found'), 0o755);
  });

  test('refuses a pattern that matches a link it may not follow', async () => {
    const resolveIn = await asOrdinaryUser('src/files/resolve-path.ts', resolvePath);
    const root = await confined({ 'a/x.csv': csv, 'closed/in/y.csv': csv });
    await chmod(root.base, 0o755);
    await symlink('../closed/in/y.csv', join(root.base, 'a/y.csv'));
    await symlink('closed/in', join(root.base, 'b'));
    await chmod(join(root.base, 'closed'), 0o000);
    await expect(resolveIn(root, 'a/*.csv')).rejects.toThrow(
      "Cannot read 'a/y.csv': permission denied",
    );
    await expect(resolveIn(root, '[b]/*.csv')).rejects.toThrow("in the folder 'b'");
    await chmod(join(root.base, 'closed'), 0o755);
    expect(await resolveIn(root, '*/*.csv')).toHaveLength(3);
  });

  test.each(['x.xlsx', 'y.ODS'])('says that %s is a workbook', async (name) => {
    const root = await confined({ [name]: csv });
    await expect(resolvePath({ ...root, confines: false }, name)).rejects.toMatchObject({
      code: 'file_not_allowed',
      message: `Cannot read '${name}': workbooks are not read. Save its sheet as CSV in UTF-8, and name that file`,
    });
    // What a file of a data folder holds is looked at.
    expect(await resolvePath(root, name)).toHaveLength(1);
  });

  test('says how to read the files of a folder, also without a data folder', async () => {
    const root = await confined({ 'data/x.csv': csv });
    for (const confines of [true, false]) {
      await expect(resolvePath({ ...root, confines }, 'data')).rejects.toMatchObject({
        message: expect.stringContaining(
          "it is a folder. To read the files in it as one table, write 'data/*.csv'",
        ),
      });
    }
  });

  test('says so when links lead in a circle', async () => {
    const root = await confined({});
    await symlink('b.csv', join(root.base, 'a.csv'));
    await symlink('a.csv', join(root.base, 'b.csv'));
    await expect(resolvePath(root, 'a.csv')).rejects.toMatchObject({
      message: "Cannot read 'a.csv': its links lead in a circle",
    });
  });
});

describe('a missing file', () => {
  test.each([
    ['a near name beside it', 'data/usres.csv', "Did you mean 'data/users.csv'?"],
    ['another letter case', 'data/Users.CSV', "Did you mean 'data/users.csv'?"],
    ['the same name in another folder', 'users.csv', "Did you mean 'data/users.csv'?"],
  ])('suggests %s', async (_, path, hint) => {
    const root = await confined({ 'data/users.csv': csv, 'data/orders.csv': csv });
    await expect(resolvePath(root, path)).rejects.toMatchObject({
      code: 'file_not_found',
      message: `File not found: '${path}'. ${hint}`,
    });
  });

  test('suggests an absolute path where the missing one is absolute, and else a relative one', async () => {
    const { base } = await confined({ 'users.csv': csv, 'work/x.csv': csv });
    for (const confines of [true, false]) {
      await expect(resolvePath({ base, confines }, `${base}/user.csv`)).rejects.toMatchObject({
        message: `File not found: '${base}/user.csv'. Did you mean '${base}/users.csv'?`,
      });
    }
    const below = { base: join(base, 'work'), confines: false };
    await expect(resolvePath(below, '../user.csv')).rejects.toMatchObject({
      message: "File not found: '../user.csv'. Did you mean '../users.csv'?",
    });
  });

  test('suggests nothing where nothing resembles it', async () => {
    const root = await confined({ 'data/users.csv': csv });
    await expect(resolvePath(root, 'zzz.csv')).rejects.toMatchObject({
      message: "File not found: 'zzz.csv'",
    });
  });
});

describe('a glob', () => {
  const files = {
    'logs/2.csv': csv,
    'logs/1.csv': csv,
    'logs/deep/3.csv': csv,
    'logs/.hidden.csv': csv,
    'logs/note.md': csv,
    'logs/a{b}.csv': csv,
  };
  test.each([
    ['logs/*.csv', ['logs/1.csv', 'logs/2.csv', 'logs/a{b}.csv']],
    ['logs/**/*.csv', ['logs/1.csv', 'logs/2.csv', 'logs/a{b}.csv', 'logs/deep/3.csv']],
    ['logs/?.csv', ['logs/1.csv', 'logs/2.csv']],
    ['logs/[12].csv', ['logs/1.csv', 'logs/2.csv']],
    ['*/deep/*.csv', ['logs/deep/3.csv']],
    ['logs/a{b}*', ['logs/a{b}.csv']],
  ])('%s is its files in name order', async (pattern, expected) => {
    expect(await shownPaths(await confined(files), pattern)).toEqual(expected);
  });

  test('without a match is a missing file', async () => {
    await expect(resolvePath(await confined(files), 'x*.csv')).rejects.toMatchObject({
      code: 'file_not_found',
      message: "No file matches 'x*.csv'",
    });
  });

  test('does not match folders', async () => {
    const root = await confined({ 'a.csv': csv });
    await mkdir(join(root.base, 'folder.csv'));
    expect(await shownPaths(root, '*.csv')).toEqual(['a.csv']);
  });
});
