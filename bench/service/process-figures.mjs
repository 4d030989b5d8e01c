// Reads memory, CPU time and open handles of a process and all its children, where the system tells (Linux).
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts 100 ticks a second in /proc on every machine. */
const msPerTick = 10;

/** The process and its children, and theirs. */
export function processTree(pid) {
  return [pid, ...childrenOf(pid).flatMap(processTree)];
}

/** Bytes in memory now and at most so far, summed up, or undefined. */
export function memoryOf(pid) {
  const statuses = processTree(pid).flatMap(statusOf);
  if (statuses.length === 0) return undefined;
  const sum = (name) => statuses.reduce((total, status) => total + kilobytes(status, name), 0);
  return { now: sum('VmRSS') * 1024, peak: sum('VmHWM') * 1024 };
}

/** Milliseconds of CPU so far, with those of its children that have ended, or NaN. Exact to 10 ms. */
export function cpuMsOf(pid) {
  const times = processTree(pid).map(cpuTimesOf);
  return times.reduce((total, time) => total + time.own + time.ofEndedChildren, 0);
}

/** The same, only of the children of this process that have ended, and of theirs. */
export function cpuMsOfEndedChildren() {
  return cpuTimesOf(process.pid).ofEndedChildren;
}

/** Count of open file handles, or undefined. */
export function handlesOf(pid) {
  try {
    return processTree(pid).reduce((sum, one) => sum + readdirSync(`/proc/${one}/fd`).length, 0);
  } catch {
    return undefined;
  }
}

function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** utime, stime, cutime and cstime of proc(5), after the name in brackets, which may hold anything. */
function cpuTimesOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user, system, childUser, childSystem] = fields.slice(11, 15);
    return {
      own: (user + system) * msPerTick,
      ofEndedChildren: (childUser + childSystem) * msPerTick,
    };
  } catch {
    return { own: Number.NaN, ofEndedChildren: Number.NaN };
  }
}

function statusOf(pid) {
  try {
    return [readFileSync(`/proc/${pid}/status`, 'utf8')];
  } catch {
    return [];
  }
}

/** 0 for a process that has just ended. */
function kilobytes(status, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
}
