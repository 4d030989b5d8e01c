// Fails a test file during which the process warned of something: a leaked handle, a deprecated call, a rejection.
import { afterAll } from 'vitest';

const warnings: string[] = [];
const note = (warning: Error) => void warnings.push(`${warning.name}: ${warning.message}`);
process.on('warning', note);

afterAll(() => {
  process.off('warning', note);
  if (warnings.length > 0) throw new Error(`the process warned:\n${warnings.join('\n')}`);
});
