// The whole of cosmos/chain-registry, as far as its size goes: its structure beside a validator of the same schema, and a run over local nodes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, measureInTurn, median } from './pairs.js';
import { startOwnNames } from './support/own-names.js';
import { findAjvCli } from './support/peers.js';
import { inDirectory, run, runOrThrow, runTool, startModule } from './support/process.js';
import { describeError, formatMs, skip } from './table.js';

const source = 'fixtures/real/chain-registry';
const schema = 'schemas/chain-registry.schema.json';
/** Entries of the whole registry in August 2026. */
const size = 5_454;
const work = `chain-registry, ${size.toLocaleString('en')} entries`;

/** @typedef {{ address: string, provider?: string }} Listed */
/** @typedef {{ chain_id?: string, status?: string, apis?: Record<string, Listed[]> }} Chain */

/**
 * @param {boolean} withPeers
 * @returns {Promise<import('./table.js').Row[]>}
 */
export async function measureChainRegistry(withPeers) {
  return [...(await measureStructure(withPeers)), ...(await measureRun())];
}

/** @param {boolean} withPeers */
function measureStructure(withPeers) {
  return inDirectory(async (directory) => {
    writeChains(directory, (chain) => chain);
    const ajv = withPeers ? await findAjvCli().catch(describeError) : null;
    const program = join(process.cwd(), 'bin/endpoint-check.js');
    // The registry has slips, so that the exit status is 1.
    const ours = async () => (await run(process.execPath, [program, directory, '--no-network'])).wallMs;
    const all = join(directory, '*', 'chain.json');
    const args = ['validate', '--spec=draft7', '--strict=false', '-s', schema, '-d', all];
    const peer = async () => (await runOrThrow(process.execPath, [ajv ?? '', ...args])).wallMs;
    const isThere = ajv?.startsWith('/') === true;
    const measured = await measureInTurn(isThere ? { ours, peer } : { ours }, 7);
    const { ours: own = [], peer: theirs = [] } = measured;
    const text = formatMs(median(own));
    if (!isThere) return [skip(`structure of ${work}`, `ours: ${text}`, ajv ?? 'without --peers')];
    const ratio = compare(own, theirs);
    return [
      {
        work: `structure of ${work}`,
        ours: text,
        peer: `ajv-cli: ${formatMs(median(theirs))}`,
        ratio,
        reach: '<= 1 x',
        reached: ratio <= 1,
        reason: 'each entry gets a line and a column, and each url is read and compared with all others',
      },
    ];
  });
}

function measureRun() {
  return inDirectory(async (directory) => {
    const names = await startOwnNames(directory).catch(describeError);
    if (typeof names === 'string') return [skip(work, '', names)];
    const nodes = await startModule('nodes');
    const { cert, ports, network, evmChainId } = nodes.message;
    const kinds = ['grpc', 'evm', 'rpc', 'rest', 'ws', 'grpc-web'];
    const targets = kinds.map((kind) => ports[kind]);
    const proxy = await startModule('delay-proxy', { targets, roundTripMs: null });
    try {
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
      const report = join(directory, 'report.json');
      const args = ['check', registry, '--allow-private', '--retries', '0', '--reporter', `json=${report}`];
      const { wallMs, rssMb } = await runTool(args, {
        wrap: names.wrap,
        env: { NODE_EXTRA_CA_CERTS: caFile },
      });
      const { summary } = JSON.parse(readFileSync(report, 'utf8'));
      const gone = Math.floor((listed - 1) / 3) + 1;
      // The time of a wrong run means nothing.
      if (summary.passed !== listed - gone || summary.failed !== gone)
        throw new Error(
          `expected ${String(listed - gone)} passed and ${String(gone)} failed: ${JSON.stringify(summary)}`,
        );
      return [
        {
          work: `${work}, a third of the names gone`,
          ours: formatMs(wallMs),
          peer: '',
          ratio: null,
          reach: 'to compare',
          reached: true,
        },
        {
          work: `${work}, a third of the names gone`,
          ours: `${rssMb.toFixed(0)} MB resident`,
          peer: '',
          ratio: null,
          reach: '<= 350 MB',
          reached: rssMb <= 350,
        },
      ];
    } finally {
      proxy.stop();
      nodes.stop();
      names.stop();
    }
  });
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
function writeChains(directory, change) {
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
