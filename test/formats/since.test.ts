import { describe, expect, test } from 'vitest';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createRepository } from '../support/repository.js';

/** A file of each format as it was, and with one malformed entry more; both have a malformed one that was there before. */
const cases: readonly (readonly [
  format: string,
  path: string,
  write: (addresses: readonly string[]) => object,
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
    'cosmos/kava.json',
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
    'chainlist',
    'chain/kava/param.json',
    (addresses) => ({
      chain_id_evm: 1,
      evm_rpc_endpoint: addresses.map((url) => ({ url, provider: 'A' })),
    }),
  ],
];

describe.each(cases)('only what a change adds is new: %s', (_, path, write) => {
  const before = ['ttps://old.example', 'https://b.example'];
  const format = (addresses: readonly string[]) => `${JSON.stringify(write(addresses), null, 2)}\n`;

  test('in the report, and in annotations at its line', async () => {
    const { directory: cwd, write: change } = await createRepository({ [path]: format(before) });
    const now = format([...before, 'hhttps://new.example']);
    await change({ [path]: now });
    const args = ['--no-network', '--since', 'HEAD'];
    const { report } = await runForReport(args, { cwd });
    expect(
      report.findings.map(({ rule, severity, baselineState }) => [rule, severity, baselineState]),
    ).toEqual([
      ['entry/url-scheme', 'warning', 'unchanged'],
      ['entry/url-scheme', 'error', 'new'],
    ]);
    const line = now.split('\n').findIndex((text) => text.includes('hhttps://')) + 1;
    const { stdout } = await runCli([...args, '--hide-unchanged', '--reporter', 'github'], { cwd });
    expect(stdout).toContain(`file=${path.replaceAll(':', '%3A')},line=${line},`);
    expect(stdout).not.toContain('old.example');
  });

  test('in two parts that are joined', async () => {
    const cwd = await createDirectory({ [path]: format(before) });
    const parts = ['1/2', '2/2'].map(async (part, index) =>
      runCli(['--no-network', '--shard', part, '--reporter', `json=${index}.json`], { cwd }),
    );
    await Promise.all(parts);
    const joined = await runForReport(['merge', '0.json', '1.json'], { cwd });
    const whole = await runForReport(['--no-network'], { cwd });
    const key = ({ report }: typeof whole) => [report.summary, report.endpoints, report.findings];
    expect(key(joined)).toEqual(key(whole));
  });

  test.each(['pretty', 'junit', 'sarif', 'markdown', 'html'])('reporter %s', async (reporter) => {
    const cwd = await createDirectory({ [path]: format(before) });
    const { stdout, stderr, exitCode } = await runCli(['--no-network', '--reporter', reporter], { cwd });
    expect([stderr, exitCode]).toEqual(['', 1]);
    expect(stdout).toContain('old.example');
  });
});
