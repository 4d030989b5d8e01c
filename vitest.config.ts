import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const common = {
  env: { TZ: 'America/St_Johns' },
  setupFiles: ['test/fail-on-warning.ts'],
  // For a busy machine. What waits for a condition gives up earlier, and says what was missing.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};
const smokeTests = 'test/smoke/**/*.test.ts';
const slowTests = ['test/e2e/**/*.test.ts', 'test/**/*.slow.test.ts'];
const report = process.env.PATHQL_TEST_REPORT;

/** `npm test` runs the projects unit and smoke, `npm run test:all` all three. */
export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    // Vitest would leave a core to itself: half of a machine with two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [smokeTests, ...slowTests],
          globalSetup: 'test/build-scanner.ts',
          // Loading the sources anew for each file took longer than most files.
          isolate: false,
          ...common,
        },
      },
      {
        test: {
          name: 'smoke',
          include: [smokeTests],
          globalSetup: 'test/build-program.ts',
          ...common,
        },
      },
      {
        test: {
          name: 'slow',
          include: slowTests,
          globalSetup: 'test/build-program.ts',
          ...common,
        },
      },
    ],
  },
});
