import { defineConfig } from 'vitest/config';

const common = {
  env: { TZ: 'America/St_Johns' },
  setupFiles: ['test/fail-on-warning.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
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
          // Programs and browsers take longer than a second where much else runs.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
