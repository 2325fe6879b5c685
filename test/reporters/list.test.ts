import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EndpointReport } from '../../src/model/report.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { finding } from '../support/report-samples.js';

type Lists = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/**
 * The output of `--reporter list` for a real file whose endpoints have all passed, each slower than the one after it, and the last one with an old
 * block. Nothing is probed: `merge` renders the report again.
 */
async function list(registry: string, path: string) {
  const text = await readFile(join('fixtures/real', registry, path), 'utf8');
  const cwd = await createDirectory({ [path]: text });
  const { report } = await runForReport(['--no-network'], { cwd });
  const { summary, endpoints } = report;
  const count = endpoints.length;
  const passed = endpoints.map((endpoint, index): EndpointReport => {
    return {
      ...endpoint,
      verdict: 'pass',
      skipReason: null,
      durationMs: count - index,
      attempts: 1,
    };
  });
  const again = {
    ...report,
    scope: { ...report.scope, network: true },
    summary: { ...summary, passed: count, skipped: 0 },
    endpoints: passed,
    findings: [finding({ rule: 'rpc/stale', severity: 'warning', file: path, endpoint: count - 1 })],
  };
  const merged = await createDirectory({ 'report.json': JSON.stringify(again) });
  const { stdout, stderr } = await runCli(['merge', 'report.json', '--reporter', 'list'], { cwd: merged });
  expect(stderr).toBe('');
  return { listed: JSON.parse(stdout) as Lists, file: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

test('entries of cosmos/chain-registry are listed as it writes them, best first', async () => {
  const { listed, file } = await list('chain-registry', 'archway/chain.json');
  const { rpc = [], rest = [], grpc = [] } = file['apis'] as Record<string, object[]>;
  expect([rpc.length, rest.length, grpc.length].every((count) => count > 5)).toBe(true);
  expect(listed['archway']).toMatchObject({
    rpc: rpc.toReversed(),
    rest: rest.toReversed(),
    grpc: [...grpc.slice(0, -1).toReversed(), grpc.at(-1)],
  });
});

test('those of ethereum-lists are strings, and the one that is behind comes last', async () => {
  const { listed, file } = await list('ethereum-lists', '_data/chains/eip155-250.json');
  const rpc = file['rpc'] as readonly string[];
  const [first, second, third, fourth, last] = rpc;
  expect(listed).toEqual({ 'eip155-250': { evm: [fourth, second, first], 'evm-ws': [third, last] } });
});
