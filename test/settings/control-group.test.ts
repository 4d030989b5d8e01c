import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { groupLimits } from '../../src/settings/control-group.ts';
import { processorCount } from '../../src/settings/processor-count.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const none = Number.POSITIVE_INFINITY;

const inContainer = { 'proc/self/cgroup': '0::/\n' };
const inUnit = { 'proc/self/cgroup': '0::/system.slice/pathql.service\n' };
const oldDocker = {
  'proc/self/cgroup': '5:pids:/docker/ab\n4:cpu,cpuacct:/docker/ab\n3:cpuset:/docker/ab\n',
};

test.each<[string, Record<string, string>, number, number]>([
  ['no control groups', {}, none, none],
  ['no limit', { ...inContainer, 'sys/fs/cgroup/cpu.max': 'max 100000\n' }, none, none],
  ['a container', { ...inContainer, 'sys/fs/cgroup/cpu.max': '250000 100000\n' }, 2.5, none],
  ['its threads', { ...inContainer, 'sys/fs/cgroup/pids.max': '256\n' }, none, 256],
  [
    'a unit within a slice that has less',
    {
      ...inUnit,
      'sys/fs/cgroup/system.slice/pathql.service/cpu.max': '400000 100000\n',
      'sys/fs/cgroup/system.slice/pathql.service/pids.max': 'max\n',
      'sys/fs/cgroup/system.slice/cpu.max': '150000 50000\n',
      'sys/fs/cgroup/system.slice/pids.max': '4096\n',
    },
    3,
    4096,
  ],
  [
    'version 1, mounted as the whole',
    {
      ...oldDocker,
      'sys/fs/cgroup/cpu/docker/ab/cpu.cfs_quota_us': '200000\n',
      'sys/fs/cgroup/cpu/docker/ab/cpu.cfs_period_us': '100000\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      'sys/fs/cgroup/pids/docker/ab/pids.max': '256\n',
    },
    2,
    256,
  ],
  [
    'version 1, of which the container sees its own part',
    {
      ...oldDocker,
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      'sys/fs/cgroup/pids/pids.max': '100\n',
    },
    0.5,
    100,
  ],
  [
    'a group above what is to be seen',
    {
      'proc/self/cgroup': '0::/../../other\n',
      'sys/fs/cgroup/cpu.max': '100000 100000\n',
      'sys/cpu.max': '1 1000\n',
    },
    1,
    none,
  ],
])('%s', async (_name, files, processors, threads) => {
  expect(groupLimits(await temporaryFolder(files))).toEqual({ processors, threads });
});

test('a part of a processor counts as one, and none that is not there', () => {
  expect(processorCount({ processors: 0.25, threads: none })).toBe(1);
  expect(processorCount({ processors: 1.9, threads: none })).toBe(1);
  expect(processorCount({ processors: none, threads: none })).toBe(availableParallelism());
});
