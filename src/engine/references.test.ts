import { describe, expect, test } from 'vitest';
import { createDirectory, formatParam } from '../../test/support/directory.js';
import { requireValid } from '../../test/support/report-samples.js';
import { use } from '../../test/support/servers.js';
import { checks } from '../checks/index.js';
import { loadRegistry } from '../registry/load.js';
import { startCosmosNode } from '../sandbox/cosmos-node.js';
import { completeOptions } from './library-arguments.js';
import { runChecks } from './run.js';

/** An address at which nothing listens. */
const dead = '127.0.0.1:1';

async function startNodes(networks: readonly (string | null)[]): Promise<string[]> {
  return Promise.all(
    networks.map(async (network) =>
      network === null ? dead : `127.0.0.1:${(await use(startCosmosNode({ network }))).port}`,
    ),
  );
}

/** Checks a chain whose last entries are new. */
async function run(networks: readonly (string | null)[], references?: number, fields = {}, added = 1) {
  // Entries with the same address would be one endpoint.
  const grpc = (await startNodes(networks)).map((url, at) => (url === dead ? `127.0.0.1:${at + 1}` : url));
  const cwd = await createDirectory({ 'chain/a/param.json': formatParam({ grpc }, fields) });
  const readStdin = () => Promise.reject(new Error('no standard input'));
  const registry = await loadRegistry([], { cwd, kinds: checks, readStdin });
  const unchanged = new Set(registry.entries.slice(0, -added));
  const report = await runChecks(
    { ...registry, unchanged, baseline: new Set(), part: { since: 'main', shard: null } },
    completeOptions({ allowPrivate: true, retries: 0, ...(references === undefined ? {} : { references }) }),
  );
  return {
    verdicts: requireValid(report).endpoints.map(({ verdict }) => verdict),
    chainIds: report.endpoints.map(({ facts }) => facts['chainId']),
    chain: report.findings.filter(({ rule }) => rule.startsWith('chain/')).map(({ rule }) => rule),
  };
}

describe('a new entry is compared with unchanged ones of its chain', () => {
  test('which refuse an endpoint of another chain, though no id is claimed', async () => {
    expect(await run(['main-1', 'main-1', 'main-1', 'test-1'])).toEqual({
      verdicts: ['skipped', 'skipped', 'skipped', 'fail'],
      chainIds: ['main-1', 'main-1', null, 'test-1'],
      chain: ['chain/odd-one-out'],
    });
  });

  test('which confirm an id that is claimed, though several new ones contradict it', async () => {
    const networks = ['main-1', 'main-1', 'main-1', 'test-1', 'test-1'];
    expect(await run(networks, undefined, { chain_id_cosmos: 'main-1' }, 2)).toEqual({
      verdicts: ['skipped', 'skipped', 'skipped', 'fail', 'fail'],
      chainIds: ['main-1', 'main-1', null, 'test-1', 'test-1'],
      chain: [],
    });
  });

  test('which show that a claim is outdated', async () => {
    const networks = ['main-2', 'main-2', 'main-2'];
    expect(await run(networks, undefined, { chain_id_cosmos: 'main-1' })).toEqual({
      verdicts: ['skipped', 'skipped', 'pass'],
      chainIds: ['main-2', 'main-2', 'main-2'],
      chain: ['chain/claim-outvoted'],
    });
  });

  test('until enough have answered, whatever the others do', async () => {
    const { chainIds, chain } = await run([null, null, 'main-1', null, 'main-1', 'main-1', 'test-1']);
    expect(chainIds).toEqual([null, null, 'main-1', null, 'main-1', null, 'test-1']);
    expect(chain).toEqual(['chain/odd-one-out']);
  });

  test('at most five times as many', async () => {
    const { chainIds, chain } = await run([...Array<null>(5).fill(null), 'main-1', 'test-1'], 1);
    expect(chainIds).toEqual([null, null, null, null, null, null, 'test-1']);
    expect(chain).toEqual([]);
  });

  test.each<[string, number | undefined, object]>([
    ['none is requested', 0, {}],
    ['the id that is claimed is confirmed', undefined, { chain_id_cosmos: 'test-1' }],
  ])('not if %s', async (_, references, fields) => {
    const { verdicts, chainIds } = await run(['main-1', 'main-1', 'test-1'], references, fields);
    expect(verdicts).toEqual(['skipped', 'skipped', 'pass']);
    expect(chainIds).toEqual([null, null, 'test-1']);
  });

  test('not if the new entry reported no id', async () => {
    const { verdicts, chainIds } = await run(['main-1', 'main-1', null]);
    expect(verdicts).toEqual(['skipped', 'skipped', 'fail']);
    expect(chainIds).toEqual([null, null, null]);
  });
});
