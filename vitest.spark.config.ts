import { defineConfig } from 'vitest/config';

const report = process.env.PATHQL_TEST_REPORT;

/** One cluster for all: the files share it, one after the other. */
export default defineConfig({
  test: {
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    include: ['test/spark/**/*.spark.ts'],
    globalSetup: ['test/build-program.ts', 'test/spark/start-cluster.ts'],
    setupFiles: ['test/fail-on-warning.ts'],
    env: { TZ: 'America/St_Johns' },
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
