// Reads memory and open handles of another process, where the system tells (Linux).
import { readdirSync, readFileSync } from 'node:fs';

/** Bytes in memory now and at most so far, or undefined. */
export function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { now: kilobytes(status, 'VmRSS') * 1024, peak: kilobytes(status, 'VmHWM') * 1024 };
  } catch {
    return undefined;
  }
}

/** Count of open file handles, or undefined. */
export function handlesOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}

function kilobytes(status, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
}
