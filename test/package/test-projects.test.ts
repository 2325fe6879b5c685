import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import config from '../../vitest.config.js';

interface Project {
  readonly name: string;
  readonly maxWorkers?: number;
  readonly sequence?: { readonly groupOrder?: number };
}

const projects = (config.test?.projects ?? []).map((project) => (project as { test: Project }).test);

test('projects of tests that run together have as many workers, or an order: otherwise vitest runs none', () => {
  const commands = ['package.json', '.ci/run'].flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const together = commands
    .map((line) => [...line.matchAll(/--project (\w+)/g)].map(([, name]) => name))
    .filter(({ length }) => length > 1);
  expect(together).toEqual([
    ['fast', 'slow', 'service'],
    // To build what they need, then to test.
    ['runner', 'nodes'],
    ['slow', 'service'],
    ['runner', 'nodes'],
  ]);
  for (const names of together) {
    const chosen = projects.filter(({ name }) => names.includes(name));
    const orders = new Set(chosen.map(({ sequence }) => sequence?.groupOrder ?? 0));
    const workers = new Set(chosen.map(({ maxWorkers }) => maxWorkers));
    expect([names, workers.size === 1 || orders.size === chosen.length]).toEqual([names, true]);
  }
});
