// Reads memory and open handles of a process and all its children, where the system tells (Linux).
import { readdirSync, readFileSync } from 'node:fs';

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
