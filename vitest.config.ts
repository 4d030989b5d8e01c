import { defineConfig } from 'vitest/config';

const common = {
  env: { TZ: 'America/St_Johns' },
  setupFiles: ['test/fail-on-warning.ts'],
  // For a busy machine: what waits, waits for a condition, and a shorter limit of its own says what was missing.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};
const programTests = 'test/e2e/**/*.test.ts';
const report = process.env.PATHQL_TEST_REPORT;

export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [programTests],
          globalSetup: 'test/build-scanner.ts',
          ...common,
        },
      },
      {
        test: {
          name: 'e2e',
          include: [programTests],
          globalSetup: 'test/build-program.ts',
          ...common,
        },
      },
    ],
  },
});
