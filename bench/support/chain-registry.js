// The whole of cosmos/chain-registry, as far as its size goes, over nodes of this machine.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnNames } from './own-names.js';
import { startModule } from './process.js';

const source = 'fixtures/real/chain-registry';
/** Entries of the whole registry in August 2026. */
export const size = 5_454;

/** @typedef {{ address: string, provider?: string }} Listed */
/** @typedef {{ chain_id?: string, status?: string, apis?: Record<string, Listed[]> }} Chain */

/**
 * Writes a registry of that size, each of whose entries leads to a node of its kind at an address and a name of its own, 20 to 300 ms away;
 * every third name does not exist. A program reaches them in the environment `env` where `wrap` runs it. Throws if this machine does not
 * allow that.
 * @param {string} directory
 */
export async function serveChainRegistry(directory) {
  const names = await startOwnNames(directory);
  const nodes = await startModule('nodes');
  const { cert, ports, network, evmChainId } = nodes.message;
  const kinds = ['grpc', 'evm', 'rpc', 'rest', 'ws', 'grpc-web'];
  const targets = kinds.map((kind) => ports[kind]);
  const proxy = await startModule('delay-proxy', { targets, roundTripMs: null });
  /** @type {number[]} */
  const served = proxy.message;
  const portOf = new Map(kinds.map((kind, index) => [kind, served[index] ?? 0]));
  const caFile = join(directory, 'authority.pem');
  writeFileSync(caFile, cert);
  const registry = join(directory, 'registry');
  let count = 0;
  const listed = writeChains(registry, (chain) => ({
    ...chain,
    chain_id: network,
    evm_chain_id: evmChainId,
    status: 'live',
    apis: rewrite(chain.apis ?? {}, (api) => createAddress(api, count++, portOf)),
  }));
  return {
    registry,
    wrap: names.wrap,
    env: { NODE_EXTRA_CA_CERTS: caFile },
    listed,
    gone: Math.floor((listed - 1) / 3) + 1,
    stop: () => {
      proxy.stop();
      nodes.stop();
      names.stop();
    },
  };
}

/** The kind of node that an API is served by. */
const kindOf = /** @type {Record<string, string>} */ ({ wss: 'ws', 'evm-http-jsonrpc': 'evm' });

/**
 * An address of its own for each entry; every third name does not exist.
 * @param {string} api
 * @param {number} index
 * @param {ReadonlyMap<string, number>} ports
 */
function createAddress(api, index, ports) {
  const own = `127-1-${String(Math.floor(index / 250))}-${String((index % 250) + 1)}`;
  const host = `${index % 3 === 0 ? `gone-${String(index)}` : own}.bench.test`;
  const authority = `${host}:${String(ports.get(kindOf[api] ?? api) ?? 0)}`;
  if (api === 'grpc') return authority;
  return api === 'wss' ? `wss://${authority}/websocket` : `https://${authority}`;
}

/**
 * @param {Record<string, Listed[]>} apis
 * @param {(api: string) => string} createOne
 */
function rewrite(apis, createOne) {
  const lists = Object.entries(apis).map(([api, list]) => [
    api,
    list.map((entry) => ({ ...entry, address: createOne(api) })),
  ]);
  return Object.fromEntries(lists);
}

/**
 * Writes the chains of the fixtures, some of them twice under another name, until there are as many entries as in the whole registry.
 * @param {string} directory
 * @param {(chain: Chain) => object} change
 * @returns {number} The entries.
 */
export function writeChains(directory, change) {
  let listed = 0;
  for (const suffix of ['', 'two', 'three']) {
    for (const { name, chain } of readChains()) {
      const amount = Object.values(chain.apis ?? {}).reduce((sum, list) => sum + list.length, 0);
      if (listed + amount > size || (suffix !== '' && amount === 0)) continue;
      listed += amount;
      mkdirSync(join(directory, `${name}${suffix}`), { recursive: true });
      writeFileSync(
        join(directory, `${name}${suffix}`, 'chain.json'),
        `${JSON.stringify(change(chain), null, 2)}\n`,
      );
    }
  }
  return listed;
}

/** @returns {{ name: string, chain: Chain }[]} */
function readChains() {
  return ['', 'testnets'].flatMap((network) =>
    readdirSync(join(source, network), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^_|^testnets$/.test(entry.name))
      .map(({ name }) => ({
        name: `${name}${network}`,
        chain: JSON.parse(readFileSync(join(source, network, name, 'chain.json'), 'utf8')),
      })),
  );
}
