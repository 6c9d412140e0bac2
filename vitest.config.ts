import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.{ts,tsx}',
      'checks/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    // A limit tells what hangs, not what is slow: some tests start processes, on machines of any speed.
    testTimeout: 90_000,
    hookTimeout: 240_000,
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
  },
});
