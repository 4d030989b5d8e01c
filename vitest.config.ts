import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    env: { TZ: 'America/St_Johns' },
    testTimeout: 30_000,
  },
});
