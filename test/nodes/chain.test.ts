import { expect, onTestFinished, test } from 'vitest';
import { runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { startCosmosNode } from './cosmos-node.js';

test('real nodes of one chain confirm each other, though no file claims an id', async () => {
  const nodes = await Promise.all(
    ['real-1', 'real-1', 'test-2'].map(async (chainId) => {
      const node = await startCosmosNode({ chainId });
      onTestFinished(() => node.end('SIGKILL'));
      return `127.0.0.1:${node.port}`;
    }),
  );
  const cwd = await createDirectory({ 'chain/a/param.json': formatParam({ grpc: nodes }) });
  const { report, exitCode } = await runForReport(['check', '--allow-private'], { cwd });
  expect(report.endpoints.map(({ verdict, facts }) => [verdict, facts['chainId']])).toEqual([
    ['pass', 'real-1'],
    ['pass', 'real-1'],
    ['fail', 'test-2'],
  ]);
  const chain = report.findings.filter(({ rule }) => rule.startsWith('chain/'));
  expect(chain.map(({ rule, data }) => [rule, data])).toEqual([
    ['chain/odd-one-out', { actual: 'test-2', expected: 'real-1', count: 2 }],
  ]);
  expect(exitCode).toBe(1);
});
