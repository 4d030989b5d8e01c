// Everyday tasks take one or two tries, with nothing but the messages as a guide.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { everydayTasks, latinFiles, type Try, taskFiles } from './everyday-tasks.ts';
import { newDataFolder, runToEnd } from './program.ts';

const data = newDataFolder();
for (const folder of ['months', 'logs']) mkdirSync(join(data.path, folder));
for (const [name, content] of Object.entries(taskFiles)) data.write(name, content);
for (const [name, content] of Object.entries(latinFiles)) {
  writeFileSync(join(data.path, name), content, 'latin1');
}
afterAll(() => data.remove());

const attempt = ({ args, input }: Try) => {
  const stdin = input === undefined ? '' : readFileSync(join(data.path, input), 'utf8');
  return runToEnd(args, { cwd: data.path, stdin });
};

test('there are forty of them', () => {
  expect(everydayTasks.length).toBeGreaterThanOrEqual(40);
  expect(new Set(everydayTasks.map(({ wants }) => wants)).size).toBe(everydayTasks.length);
});

test.each(everydayTasks)('$wants', async ({ first, hint, second, gets }) => {
  let answer = await attempt(first);
  if (second !== undefined) {
    expect(answer.exitCode).not.toBe(0);
    expect(answer.stderr).toContain(hint);
    answer = await attempt(second);
  }
  expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
  if (typeof gets === 'string') expect(answer.stdout).toContain(gets);
  else expect(answer.stdout).toMatch(gets);
});
