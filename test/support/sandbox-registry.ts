import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../scripts/temporary-files.js';
import { createAuthority } from '../../src/sandbox/certificates.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { formatParam } from './directory.js';
import {
  account,
  batchTopic,
  contract,
  log,
  other,
  singleTopic,
  topics,
  transferTopic,
  word,
} from './sandbox-logs.js';

/** A registry on disk whose network kava has nodes on this machine. */
export type SandboxRegistry = Awaited<ReturnType<typeof startSandboxRegistry>>;

/** Denoms that are easily mistaken in a path. */
export const mistakableDenoms = [
  'ibc/0471F1C4',
  'factory/kava1x/a',
  'a b?c#d%e&f=g+h',
  'Ü🔥',
  '..',
  '.',
  '%2E',
  '%2F',
];

/** Holders of `ukava`, enough for three parts of the usual size. */
export const holders = Array.from({ length: 45 }, (_, at) => ({
  address: `kava1${String(at).padStart(3, '0')}`,
  amount: String(9_007_199_254_740_993n + BigInt(at)),
}));

/** The contents of kava's lists. */
export const lists = {
  assets: [
    { denom: 'ukava', symbol: 'KAVA' },
    ...mistakableDenoms.map((denom, at) => ({ denom, symbol: `ODD${at}` })),
  ],
  erc20: [{ address: contract, symbol: 'TOK' }],
  cw20: [{ address: 'kava1contract00000000000000000000', symbol: 'CW' }],
};

/**
 * Contracts of the other standards of tokens.
 * @public
 */
export const collectible = `0x${'c1'.repeat(20)}`;
/** @public */
export const multi = `0x${'c2'.repeat(20)}`;

/** ERC-20 transfers in 25 blocks, then some of each other standard. */
const logs = [
  ...Array.from({ length: 25 }, (_, at) => log(100 + at, 0, 0)),
  ...Array.from({ length: 12 }, (_, at) =>
    log(200 + at, 0, 0, {
      address: collectible,
      topics: topics(transferTopic, other, account, at),
      data: '0x',
    }),
  ),
  ...Array.from({ length: 12 }, (_, at) => {
    const [signature, words] = at % 2 === 0 ? [singleTopic, [at, 7]] : [batchTopic, [64, 128, 1, at, 1, 7]];
    return log(300 + at, 0, 0, {
      address: multi,
      topics: topics(signature, other, account, other),
      data: `0x${words.map(word).join('')}`,
    });
  }),
];

/** Starts the nodes and writes the registry. Besides kava, juno lists no endpoint, and nothing listens at those of osmosis. */
export async function startSandboxRegistry() {
  const authority = await createAuthority();
  const tls = await authority.issue();
  const evm = await startEvmNode({ tls, blockNumber: 500, logs });
  const cosmos = await startCosmosNode({
    tls,
    balances: { ukava: holders, 'ibc/0471F1C4': holders.slice(0, 3) },
    denomMetadata: { ukava: { base: 'ukava', display: 'kava', name: 'Kava', symbol: 'KAVA' } },
  });
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-sandbox-'));
  const claims = { chain_id_cosmos: 'sandbox-1', chain_id_evm: '0x7A69' };
  const files = {
    'chain/kava/param.json': formatParam(
      {
        grpc: [`localhost:${cosmos.port}`],
        evm: ['https://127.0.0.1:1', `https://localhost:${evm.port}`],
      },
      claims,
    ),
    'chain/kava/assets.json': JSON.stringify(lists.assets),
    'chain/kava/erc20.json': JSON.stringify(lists.erc20),
    'chain/kava/cw20.json': JSON.stringify(lists.cw20),
    'chain/juno/assets.json': JSON.stringify([{ denom: 'ujuno', symbol: 'JUNO' }]),
    'chain/osmosis/param.json': formatParam({ grpc: ['127.0.0.1:1'], evm: ['https://127.0.0.1:1'] }, claims),
    'authority.pem': authority.cert,
  };
  await writeFiles(directory, Object.entries(files));
  return {
    directory,
    /** The environment in which Node trusts the nodes. */
    env: { NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem') },
    close: async () => {
      await Promise.all([evm.close(), cosmos.close(), rm(directory, { recursive: true })]);
    },
  };
}
