// Nodes 20 to 300 ms away, and registries of the size of cosmos/chain-registry that lead to them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles, writeFiles } from '../../scripts/temporary-files.js';
import { run, runTool, startModule } from './process.js';
import { addressAt } from './registries.js';
import type { Report } from '../../src/model/report.js';
import { hashText } from './random.js';

// Not 127.0.0.53, where systemd's own resolver listens; other benches that run now have other addresses.
const nameServer = `127.9.${process.pid & 255}.${1 + ((process.pid >> 8) % 254)}`;

/** Commands that this wraps resolve names by a name server of the bench alone, whichever library does it for them. */
async function wrapNames(directory: string) {
  const file = join(directory, 'resolv.conf');
  writeFileSync(file, `nameserver ${nameServer}\n`);
  // A mount that only the command sees; other users than root need a user namespace.
  const flags = process.getuid?.() === 0 ? ['--mount'] : ['--map-root-user', '--mount'];
  const wrap = ['unshare', ...flags, 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file];
  const { exitCode, stderr } = await run('true', [], { wrap });
  if (exitCode === 0) return wrap;
  throw new Error(`it needs Linux and the right to mount over /etc/resolv.conf (${stderr.trim()})`);
}

/** The nodes, and a directory for files. */
export type DistantNodes = Awaited<ReturnType<typeof startDistantNodes>>;

/** Calls a function with nodes 20 to 300 ms away, at names of the bench, until it has ended. Throws if this machine does not allow that. */
export function withDistantNodes<Result>(use: (nodes: DistantNodes) => Promise<Result>): Promise<Result> {
  return withFiles([], async (directory) => {
    const nodes = await startDistantNodes(directory);
    try {
      return await use(nodes);
    } finally {
      nodes.stop();
    }
  });
}

async function startDistantNodes(directory: string) {
  const wrap = await wrapNames(directory);
  const names = await startModule('name-server', { address: nameServer, port: 53, answersAfterMs: 30 });
  const nodes = await startModule('nodes');
  const { silent, ...near } = nodes.message.ports;
  const proxy = await startModule('delay-proxy', { targets: Object.values(near), roundTripMs: null });
  const caFile = join(directory, 'authority.pem');
  writeFileSync(caFile, nodes.message.cert);
  const env = { NODE_EXTRA_CA_CERTS: caFile };
  const ports = Object.keys(near).map((name, at) => [name, proxy.message[at]]);
  return {
    directory,
    wrap,
    env,
    caFile,
    chain: nodes.message.chain,
    /** By what is there: what `nodes.ts` calls it, and `silent`. */
    ports: Object.fromEntries([...ports, ['silent', silent]]) as Readonly<Record<string, number>>,
    /** Runs the program over a registry, with one attempt each. */
    check: async (registry: string, args: readonly string[] = []) => {
      const file = join(directory, 'report.json');
      const options = ['--allow-private', '--retries', '0', '--reporter', `json=${file}`];
      const { wallMs, cpuMs, rssMb } = await runTool(['check', registry, ...options, ...args], { wrap, env });
      const report: Report = JSON.parse(readFileSync(file, 'utf8'));
      return { wallMs, cpuMs, rssMb, report };
    },
    stop: () => [proxy, nodes, names].forEach(({ stop }) => stop()),
  };
}

/** A name for each number, which leads to an address of its own; or one that does not exist. */
export const nameAt = (index: number, isGone: boolean) =>
  `${isGone ? `gone-${index}` : addressAt(index).replaceAll('.', '-')}.bench.test`;

/**
 * The verdicts that are wrong in a run over so many entries: these are missing. Throws if they are more than one in a hundred, since the time of such
 * a run means nothing.
 * @param missing Of each sort; less than none is none.
 */
export function countWrong(count: number, missing: readonly number[]) {
  const wrong = missing.reduce((sum, one) => sum + Math.max(one, 0), 0);
  if (wrong * 100 > count) throw new Error(`${wrong} of ${count} verdicts are wrong`);
  return wrong;
}

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
