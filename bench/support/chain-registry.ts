// A registry of the size of cosmos/chain-registry, over nodes of this machine.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../scripts/temporary-files.js';
import { countWrong, nameAt, type DistantNodes } from './distant-nodes.js';
import { hashText } from './random.js';

const source = 'fixtures/real/chain-registry';
/** Entries of the whole registry in August 2026. */
export const size = 5_454;

export type Listed = { address: string; provider?: string };
export type Chain = { chain_id?: string; status?: string; apis?: Record<string, Listed[]> };

/** Writes a registry each of whose entries leads to a node of its kind at a separate address and name; every third name does not exist. */
export async function writeDistantChains(
  { directory, chain: { network, evmChainId }, ports }: DistantNodes,
  count: number,
) {
  const registry = join(directory, `registry-${count}`);
  let index = 0;
  const createAddress = (api: string) => {
    const authority = `${nameAt(index, index % 3 === 0)}:${ports[api] ?? 0}`;
    index++;
    if (api === 'grpc') return authority;
    if (api === 'wss') return `wss://${authority}/websocket`;
    return `${api === 'json-rpc-websocket' ? 'wss' : 'https'}://${authority}`;
  };
  const listed = await writeChains(registry, count, (chain) => ({
    ...chain,
    chain_id: network,
    evm_chain_id: evmChainId,
    status: 'live',
    apis: Object.fromEntries(
      Object.entries(chain.apis ?? {}).map(([api, list]) => [
        api,
        list.map((entry) => ({ ...entry, address: createAddress(api) })),
      ]),
    ),
  }));
  return { registry, listed, gone: Math.ceil(listed / 3) };
}

/** Runs the program over a registry with so many entries; `wrong` is how many verdicts are. */
export async function checkDistantChains(nodes: DistantNodes, count: number) {
  const { registry, listed, gone } = await writeDistantChains(nodes, count);
  const { report, ...usage } = await nodes.check(registry);
  const { passed, failed } = report.summary;
  return { listed, ...usage, wrong: countWrong(listed, [listed - gone - passed, gone - failed]) };
}

/**
 * Writes the chains of the fixtures, again under other names, until there are so many entries.
 * @returns The entries; a few less if no chain is small enough for the last ones.
 */
export async function writeChains(
  directory: string,
  count: number,
  change: (chain: Chain) => object,
): Promise<number> {
  const chains = readChains();
  let listed = 0;
  for (let copy = 0, before = -1; listed > before && listed < count; copy++) {
    before = listed;
    for (const { name, chain } of chains) {
      const amount = Object.values(chain.apis).reduce((sum, list) => sum + list.length, 0);
      if (listed + amount > count || (copy > 0 && amount === 0)) continue;
      listed += amount;
      const path = `${name}${copy === 0 ? '' : `copy${copy}`}/chain.json`;
      await writeFiles(directory, [[path, `${JSON.stringify(change(chain), null, 2)}\n`]]);
    }
  }
  return listed;
}

/**
 * In an order that does not follow names, so that a part of them resembles the whole. EVM websockets are listed beside the EVM endpoints, as
 * registries of the same shape do, since cosmos/chain-registry itself has none.
 */
function readChains() {
  return ['', 'testnets']
    .flatMap((network) =>
      readdirSync(join(source, network), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !/^_|^testnets$/.test(entry.name))
        .map(({ name }) => {
          const chain: Chain = JSON.parse(readFileSync(join(source, network, name, 'chain.json'), 'utf8'));
          const { 'evm-http-jsonrpc': evm } = chain.apis ?? {};
          const apis = { ...chain.apis, ...(evm !== undefined && { 'json-rpc-websocket': evm }) };
          return { name: `${name}${network}`, chain: { ...chain, apis } };
        }),
    )
    .sort((a, b) => hashText(a.name) - hashText(b.name));
}
