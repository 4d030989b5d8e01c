// Fails a test file during which the process warned of something: a leaked handle, a deprecated call, a rejection.
import { afterAll } from 'vitest';

/** This module runs for each file, and files share a process: that listens once. */
const shared = globalThis as typeof globalThis & { processWarnings?: string[] };
shared.processWarnings ??= listen();
const warnings = shared.processWarnings;

function listen(): string[] {
  const heard: string[] = [];
  process.on('warning', ({ name, message }) => void heard.push(`${name}: ${message}`));
  return heard;
}

afterAll(() => {
  if (warnings.length > 0) throw new Error(`the process warned:\n${warnings.splice(0).join('\n')}`);
});
