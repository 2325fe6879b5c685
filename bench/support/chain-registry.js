// A registry of the size of cosmos/chain-registry, over nodes of this machine.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, skip } from '../table.js';
import { startDistantNodes } from './own-names.js';
import { inDirectory } from './process.js';
import { hashText } from './random.js';

const source = 'fixtures/real/chain-registry';
/** Entries of the whole registry in August 2026. */
export const size = 5_454;

/** @typedef {{ address: string, provider?: string }} Listed */
/** @typedef {{ chain_id?: string, status?: string, apis?: Record<string, Listed[]> }} Chain */

/**
 * Starts nodes and names for registries of any size, each of whose entries leads to a node of its kind at a separate address and name, 20 to 300 ms away; every third name does not exist. A program reaches them in the environment `env` where `wrap` runs it. Throws if this
 * machine does not allow that.
 * @param {string} directory
 */
export async function serveChainRegistry(directory) {
  const distant = await startDistantNodes(directory, ({ apis }) => Object.values(apis));
  const { apis, network, evmChainId } = distant.nodes;
  const ports = new Map(Object.keys(apis).map((api, index) => [api, distant.ports[index] ?? 0]));
  return {
    ...distant,
    /** @param {number} count */
    write: (count) => {
      const registry = join(directory, `registry-${String(count)}`);
      let index = 0;
      const listed = writeChains(registry, count, (chain) => ({
        ...chain,
        chain_id: network,
        evm_chain_id: evmChainId,
        status: 'live',
        apis: rewrite(chain.apis ?? {}, (api) => createAddress(api, index++, ports)),
      }));
      return { registry, listed, gone: Math.floor((listed - 1) / 3) + 1 };
    },
  };
}

/**
 * A whole run over so many entries; `wrong` is how many verdicts are.
 * @typedef {{ listed: number, wallMs: number, cpuMs: number, rssMb: number, wrong: number }} Measure
 */

/**
 * Calls a function with one that runs the program over a registry of some size. The rows say why, if the nodes cannot be started.
 * @param {string} work
 * @param {(check: (count: number) => Promise<Measure>) => Promise<import('../table.js').Row[]>} use
 */
export function withChainRegistry(work, use) {
  return inDirectory(async (directory) => {
    const world = await serveChainRegistry(directory).catch(describeError);
    if (typeof world === 'string') return [skip(work, '', world)];
    try {
      return await use(async (count) => {
        const { registry, listed, gone } = world.write(count);
        const { report, ...usage } = await world.check(registry);
        const { summary } = report;
        const wrong = Math.max(listed - gone - summary.passed, 0) + Math.max(gone - summary.failed, 0);
        // The time of a wrong run means nothing.
        if (wrong * 100 > listed) throw new Error(`${String(wrong)} of ${String(listed)} verdicts are wrong`);
        return { listed, ...usage, wrong };
      });
    } finally {
      world.stop();
    }
  });
}

/**
 * A separate address for each entry; every third name does not exist.
 * @param {string} api
 * @param {number} index
 * @param {ReadonlyMap<string, number>} ports
 */
function createAddress(api, index, ports) {
  const name = `127-1-${String(Math.floor(index / 250))}-${String((index % 250) + 1)}`;
  const host = `${index % 3 === 0 ? `gone-${String(index)}` : name}.bench.test`;
  const authority = `${host}:${String(ports.get(api) ?? 0)}`;
  if (api === 'grpc') return authority;
  if (api === 'wss') return `wss://${authority}/websocket`;
  return `${api === 'json-rpc-websocket' ? 'wss' : 'https'}://${authority}`;
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
 * Writes the chains of the fixtures, again under other names, until there are so many entries.
 * @param {string} directory
 * @param {number} count
 * @param {(chain: Chain) => object} change
 * @returns {number} The entries; a few less if no chain is small enough for the last ones.
 */
export function writeChains(directory, count, change) {
  const chains = readChains();
  let listed = 0;
  for (let copy = 0, before = -1; listed > before && listed < count; copy++) {
    before = listed;
    for (const { name, chain } of chains) {
      const amount = Object.values(chain.apis ?? {}).reduce((sum, list) => sum + list.length, 0);
      if (listed + amount > count || (copy > 0 && amount === 0)) continue;
      listed += amount;
      const chainDirectory = join(directory, copy === 0 ? name : `${name}copy${String(copy)}`);
      mkdirSync(chainDirectory, { recursive: true });
      writeFileSync(join(chainDirectory, 'chain.json'), `${JSON.stringify(change(chain), null, 2)}\n`);
    }
  }
  return listed;
}

/** In an order that does not follow names, so that a part of them resembles the whole. @returns {{ name: string, chain: Chain }[]} */
function readChains() {
  const chains = ['', 'testnets'].flatMap((network) =>
    readdirSync(join(source, network), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^_|^testnets$/.test(entry.name))
      .map(({ name }) => ({
        name: `${name}${network}`,
        chain: addWebSockets(JSON.parse(readFileSync(join(source, network, name, 'chain.json'), 'utf8'))),
      })),
  );
  return chains.sort((a, b) => hashText(a.name) - hashText(b.name));
}

/**
 * Lists EVM websockets beside the EVM endpoints, as registries of the same shape do, since cosmos/chain-registry itself has none.
 * @param {Chain} chain
 * @returns {Chain}
 */
function addWebSockets(chain) {
  const { 'evm-http-jsonrpc': evm } = chain.apis ?? {};
  return evm === undefined ? chain : { ...chain, apis: { ...chain.apis, 'json-rpc-websocket': evm } };
}
