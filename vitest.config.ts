import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Real servers and processes: nothing here is timed, so the limits only end what hangs.
const limits = { testTimeout: 30_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    // More than there are processors: most of what the tests do is wait.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], ...limits } },
      // These run the program as it is shipped.
      {
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: ['test/nodes/**', 'test/runner/**'],
          globalSetup: 'test/support/fresh-dist.ts',
          ...limits,
        },
      },
      // The last two build what they need with Go first, which takes minutes: npm run test:runner, npm run test:nodes.
      {
        test: {
          name: 'runner',
          include: ['test/runner/*.test.ts'],
          globalSetup: ['test/support/fresh-dist.ts', 'test/runner/setup.ts'],
          ...limits,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'nodes',
          include: ['test/nodes/*.test.ts'],
          globalSetup: ['test/support/fresh-dist.ts', 'test/nodes/setup.ts'],
          ...limits,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
