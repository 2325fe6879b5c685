import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Real servers and processes: no test is timed, so limits only end what hangs, on a busy machine too.
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Vitest empties style sheets that it is not told to keep, also those that are imported as strings.
  css: { include: [/reporters\/html\/.+\.css/] },
};
// Files share a process and its modules: nothing is mocked, and loading everything for each file costs as much again as the tests.
const shared = { ...limits, isolate: false };
const slow = 'test/**/*.slow.test.ts';
const freshDist = 'test/support/fresh-dist.ts';

export default defineConfig({
  test: {
    // More than there are processors: most of what the tests do is wait.
    maxWorkers: availableParallelism() + 3,
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], ...shared } },
      // The program as it is shipped.
      {
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: [slow, 'test/load/**', 'test/nodes/**', 'test/runner/**'],
          globalSetup: freshDist,
          ...shared,
        },
      },
      // Browsers, proxies, shells, npm, whole registries: npm run test:all.
      { test: { name: 'slow', include: [slow], globalSetup: freshDist, ...shared } },
      // Keeps every processor busy, so it runs alone: npm run test:load.
      {
        test: {
          name: 'load',
          include: ['test/load/*.test.ts'],
          fileParallelism: false,
          globalSetup: freshDist,
          ...limits,
        },
      },
      // The last two first build what they need with Go, which takes minutes: npm run test:runner, npm run test:nodes.
      {
        test: {
          name: 'runner',
          include: ['test/runner/*.test.ts'],
          globalSetup: [freshDist, 'test/runner/setup.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'nodes',
          include: ['test/nodes/*.test.ts'],
          globalSetup: [freshDist, 'test/nodes/setup.ts'],
          // Clients wait at servers that never answer.
          maxConcurrency: 10,
          ...limits,
        },
      },
    ],
  },
});
