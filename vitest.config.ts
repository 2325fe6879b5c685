import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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
// Those of git start it for each test.
const slow = ['test/**/*.slow.test.ts', 'src/registry/git/*.test.ts'];
// The servers have a project of their own, with their slow tests; `npm test` runs one test of the exporter as it is shipped.
const servers = [
  'src/{query/service,http-server,exporter}/**/*.test.ts',
  'test/{service,exporter}/**/*.test.ts',
];
const smoke = 'test/exporter/probe.test.ts';
const freshDist = 'test/support/fresh-dist.ts';
const freshAction = 'test/support/fresh-action.ts';

// They take minutes, on which the other workers would wait at the end.
const longest = ['growth/growth', 'package/pre-commit'];

/**
 * To start a process takes the longer the larger its parent is: 1 ms of 100 MB, 18 ms of 600 MB. So files that start git for each test go first,
 * while their worker is small.
 */
class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startsGit = ({ moduleId }: TestSpecification) =>
      readFileSync(moduleId, 'utf8').includes('support/repository.js');
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((name) => moduleId.endsWith(`test/${name}.slow.test.ts`));
    const others = sorted.filter((file) => !isLong(file));
    return [
      ...sorted.filter(isLong),
      ...others.filter(startsGit),
      ...others.filter((file) => !startsGit(file)),
    ];
  }
}

export default defineConfig({
  test: {
    // What is transformed once is kept in node_modules.
    sequence: { sequencer: Order },
    experimental: { fsModuleCache: true },
    projects: [
      // Unit tests, and those of the program as it is shipped: in one project, so that they share the loaded modules. npm test.
      {
        test: {
          name: 'fast',
          include: [
            'src/!(query|http-server|exporter)/**/*.test.ts',
            'src/query/{client,smoke}/**/*.test.ts',
            'test/!(service|exporter|load|nodes|runner)/**/*.test.ts',
            smoke,
          ],
          exclude: slow,
          globalSetup: freshDist,
          // Four more than there are processors, since tests wait too. Each worker loads the whole program, which takes seconds.
          maxWorkers: availableParallelism() + 4,
          ...shared,
        },
      },
      // Browsers, proxies, shells, npm, whole registries: npm run test:all.
      // What these start is waited for most of the time.
      {
        test: {
          name: 'slow',
          include: slow,
          exclude: servers,
          globalSetup: [freshDist, freshAction],
          maxWorkers: availableParallelism() + 3,
          // After the fast ones: projects that run together have as many workers.
          sequence: { groupOrder: 1 },
          ...shared,
        },
      },
      {
        test: {
          name: 'service',
          include: servers,
          exclude: [smoke],
          globalSetup: freshDist,
          maxWorkers: availableParallelism() + 3,
          sequence: { groupOrder: 2 },
          ...shared,
        },
      },
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
          globalSetup: [freshDist, freshAction, 'test/runner/setup.ts'],
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
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
    ],
  },
});
