import { describe, expect, test } from 'vitest';
import { checkRegistry, mergeReports, type Report, render } from '../../src/index.js';
import { createDirectory } from '../support/directory.js';
import { requireValid } from '../support/report-samples.js';
import { createRepository } from '../support/repository.js';

/** A file of each format before and after the addition of a malformed entry; both have an older malformed one. */
const cases: readonly (readonly [
  format: string,
  path: string,
  write: (addresses: readonly string[]) => object | string,
])[] = [
  [
    'chain-registry',
    'kava/chain.json',
    (addresses) => ({
      chain_name: 'kava',
      chain_id: 'kava_2222-10',
      apis: { rpc: addresses.map((address) => ({ address, provider: 'A' })) },
    }),
  ],
  [
    'manifest',
    '.well-known/cosmos-registry.json',
    (addresses) => ({
      manifest_version: '1.0.0',
      provider: { name: 'A' },
      chains: [{ chain_id: 'kava_2222-10', apis: { rest: addresses.map((address) => ({ address })) } }],
    }),
  ],
  [
    'keplr',
    'cosmos/kava_2222.json',
    ([rpc, rest = 'https://api.example.com', evm]) => ({
      chainId: 'kava_2222-10',
      rpc,
      rest,
      ...(evm === undefined ? {} : { evm: { chainId: 2222, rpc: evm } }),
    }),
  ],
  ['ethereum-lists', '_data/chains/eip155-1.json', (addresses) => ({ chainId: 1, rpc: addresses })],
  [
    'pingpub',
    'chains/mainnet/kava.json',
    (addresses) => ({ chain_name: 'kava', chain_id: 'kava-1', rpc: addresses }),
  ],
  [
    'zone-chains',
    'x.zone_chains.json',
    (addresses) => ({ chains: addresses.map((rpc, index) => ({ chain_name: `c${index}`, rpc })) }),
  ],
  [
    'hyperlane',
    'chains/kava/metadata.yaml',
    // JSON is YAML.
    (addresses) => ({
      chainId: 1,
      domainId: 1,
      protocol: 'ethereum',
      rpcUrls: addresses.map((http) => ({ http })),
    }),
  ],
  [
    'superchain',
    'chainList.json',
    (addresses) => [{ identifier: 'mainnet/op', chainId: 10, rpc: addresses }],
  ],
  [
    'defillama',
    'constants/extraRpcs.js',
    (addresses) => `export const extraRpcs = {\n 1: { rpcs: ${JSON.stringify(addresses, null, 2)} },\n};\n`,
  ],
  [
    'chainlist',
    'chain/kava/param.json',
    (addresses) => ({
      chain_id_evm: 1,
      evm_rpc_endpoint: addresses.map((url) => ({ url, provider: 'A' })),
    }),
  ],
];

describe.each(cases)('only added problems are new: %s', (_, path, write) => {
  const before = ['ttps://old.example', 'https://b.example'];
  const format = (addresses: readonly string[]) => {
    const content = write(addresses);
    return typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  };

  test('in the report, and in annotations at its line', async () => {
    const { directory: cwd, write: change } = await createRepository({ [path]: format(before) });
    const now = format([...before, 'hhttps://new.example']);
    await change({ [path]: now });
    const report = requireValid(await checkRegistry([], { cwd, network: false, since: 'HEAD' }));
    expect(
      report.findings.map(({ rule, severity, baselineState }) => [rule, severity, baselineState]),
    ).toEqual([
      ['entry/url-scheme', 'warning', 'unchanged'],
      ['entry/url-scheme', 'error', 'new'],
    ]);
    const line = now.split('\n').findIndex((text) => text.includes('hhttps://')) + 1;
    const annotations = (await render(report, 'github')).split('\n');
    expect(annotations.filter((text) => text.startsWith('::error'))).toEqual([
      expect.stringContaining(`file=${path},line=${line},`),
    ]);
  });

  test('in two parts that are joined, and in every reporter', async () => {
    const cwd = await createDirectory({ [path]: format(before) });
    const check = (part: object = {}) => checkRegistry([], { cwd, network: false, ...part });
    const whole = await check();
    const joined = mergeReports([await check({ shard: '1/2' }), await check({ shard: '2/2' })]);
    const parts = ({ summary, endpoints, findings }: Report) => [summary, endpoints, findings];
    expect(parts(joined)).toEqual(parts(whole));
    for (const reporter of [
      'pretty',
      'junit',
      'sarif',
      'rdjson',
      'codequality',
      'markdown',
      'html',
      'github',
      'openmetrics',
    ] as const)
      expect(await render(whole, reporter)).toContain('old.example');
  });
});
