import { describe, expect, test } from 'vitest';
import { createDirectory, formatParam } from '../../test/support/directory.js';
import { requireValid } from '../../test/support/report-samples.js';
import { use } from '../../test/support/servers.js';
import { checks } from '../checks/index.js';
import { loadRegistry } from '../registry/load.js';
import { startCosmosNode } from '../sandbox/cosmos-node.js';
import { completeOptions } from './library-arguments.js';
import { runChecks } from './run.js';

async function startNodes(networks: readonly string[]): Promise<string[]> {
  const nodes = await Promise.all(networks.map((network) => use(startCosmosNode({ network }))));
  return nodes.map(({ port }) => `127.0.0.1:${port}`);
}

/** Runs over the files; `pass` or `fail` of each entry, and the findings of chain/, claims and old heads, with their place. */
async function run(files: Readonly<Record<string, string>>, shard: string | null = null) {
  const cwd = await createDirectory(files);
  const readStdin = () => Promise.reject(new Error('no standard input'));
  const registry = await loadRegistry([], { cwd, kinds: checks, readStdin });
  const part = { since: null, shard };
  const report = await runChecks({ ...registry, part }, completeOptions({ allowPrivate: true, retries: 0 }));
  const findings = requireValid(report).findings.filter(({ rule }) =>
    /^chain\/|(?:wrong-chain|stale)$/.test(rule),
  );
  return {
    verdicts: report.endpoints.map(({ verdict }) => verdict),
    findings: findings.map(({ rule, severity, pointer }) => `${severity} ${rule} ${pointer ?? ''}`),
    places: findings.map(({ line, column, endColumn }) => `${line}:${column}-${endColumn}`),
  };
}

describe('endpoints of one chain confirm each other', () => {
  test('one that serves another chain than all others fails, though the file claims none', async () => {
    const grpc = await startNodes(['main-1', 'main-1', 'test-1', 'main-1']);
    expect(await run({ 'chain/a/param.json': formatParam({ grpc }) })).toMatchObject({
      verdicts: ['pass', 'pass', 'fail', 'pass'],
      findings: ['error chain/odd-one-out /grpc_endpoint/2/url'],
    });
  });

  test('over all files of the chain, and not over those of other chains', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await startNodes(['a-1', 'a-1', 'b-1', 'b-1']);
    const split = await run({
      'chain/a/param.json': formatParam({ grpc: [first, second] }),
      'chain/b/param.json': formatParam({ grpc: [third, fourth] }),
    });
    expect(split.findings).toEqual([]);
  });

  test('an address with a scheme and without one is one endpoint', async () => {
    const [first = '', second = ''] = await startNodes(['a-1', 'b-1']);
    const apis = { grpc: [first, `http://${first}`, second].map((address) => ({ address, provider: 'P' })) };
    const { findings } = await run({ 'a/chain.json': JSON.stringify({ chain_name: 'a', apis }) });
    expect(findings).toEqual([0, 1, 2].map((at) => `warning chain/disagreement /apis/grpc/${at}/address`));
  });

  test('a claim that no endpoint confirms is the error, at its line', async () => {
    const grpc = await startNodes(['new-2', 'new-2']);
    const file = formatParam({ grpc }, { x: 1, chain_id_cosmos: 'old-1' });
    const { verdicts, findings, places } = await run({ 'chain/a/param.json': file });
    expect({ verdicts, findings }).toEqual({
      verdicts: ['pass', 'pass'],
      findings: ['warning chain/claim-outvoted /chain_id_cosmos'],
    });
    expect(places).toEqual(['3:22-29']);
  });

  test('the same chain under two names is a warning at each endpoint', async () => {
    const [first = '', second = '', third = ''] = await startNodes(['a-1', 'a-1', 'b-1']);
    const { findings } = await run({
      'chain/a/param.json': formatParam({ grpc: [first] }),
      'chain/b/param.json': formatParam({ grpc: [second] }),
      'chain/c/param.json': formatParam({ grpc: [third] }),
    });
    expect(findings).toEqual([
      'warning chain/listed-twice /grpc_endpoint/0/url',
      'warning chain/listed-twice /grpc_endpoint/0/url',
    ]);
  });

  test('a node that is behind the other nodes is a warning', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000);
    const nodes = await Promise.all([
      use(startCosmosNode({ height: 1_000 })),
      use(startCosmosNode({ height: 500, blockTime: hourAgo })),
    ]);
    const grpc = nodes.map(({ port }) => `127.0.0.1:${port}`);
    expect((await run({ 'chain/a/param.json': formatParam({ grpc }) })).findings).toEqual([
      'warning chain/behind /grpc_endpoint/1/url',
    ]);
  });

  test('an old head is not reported for the nodes of a halted chain, but for a node that is alone or behind', async () => {
    const blockTime = new Date(Date.now() - 7_200_000);
    const [first = 0, second = 0, fresh = 0] = (
      await Promise.all([
        use(startCosmosNode({ height: 500, blockTime })),
        use(startCosmosNode({ height: 500, blockTime })),
        use(startCosmosNode({ height: 1_000 })),
      ])
    ).map(({ port }) => port);
    const find = async (...ports: readonly number[]) => {
      const grpc = ports.map((port) => `127.0.0.1:${port}`);
      return (await run({ 'chain/a/param.json': formatParam({ grpc }) })).findings;
    };
    expect(await find(first)).toEqual(['warning grpc/stale /grpc_endpoint/0/url']);
    expect(await find(first, second)).toEqual([]);
    expect(await find(first, fresh)).toEqual(['warning chain/behind /grpc_endpoint/0/url']);
  });

  test('a shard reports none of this', async () => {
    const grpc = await startNodes(['a-1', 'a-1', 'b-1']);
    expect((await run({ 'chain/a/param.json': formatParam({ grpc }) }, '1/2')).findings).toEqual([]);
  });
});
