import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lists, type SandboxRegistry } from './sandbox-registry.js';

/** The denom of docs/query-api.md. */
const denom = 'ibc/0471F1C4E7AFD3F07702BEF6DC365268D64570F7C1FDC98EA6098DD6DE59817B';

interface Param {
  readonly grpc_endpoint: readonly [{ readonly url: string }];
  readonly evm_rpc_endpoint: readonly { readonly url: string }[];
}

/**
 * Turns the sandbox's registry into that of the pages, at `directory`: kava and osmosis, whose endpoints are all healthy, in a repository whose main
 * branch has them. Returns the addresses of the nodes.
 */
export function writeDocumentedRegistry(
  sandbox: SandboxRegistry,
  directory: string,
): { readonly grpc: string; readonly evm: string } {
  const kava = join(directory, 'chain/kava');
  cpSync(join(sandbox.directory, 'chain/kava'), kava, { recursive: true });
  const param = JSON.parse(readFileSync(join(kava, 'param.json'), 'utf8')) as Param;
  const inOrder = param.evm_rpc_endpoint.filter(({ url }) => !url.endsWith(':1'));
  writeFileSync(join(kava, 'param.json'), JSON.stringify({ ...param, evm_rpc_endpoint: inOrder }));
  const writeList = (name: string, items: readonly object[]) =>
    writeFileSync(join(kava, name), JSON.stringify(items.map((item) => ({ ...item, decimals: 6 }))));
  writeList('assets.json', [
    { denom: 'ukava', symbol: 'KAVA' },
    { denom, symbol: 'ATOM' },
  ]);
  writeList('erc20.json', lists.erc20);
  writeList('cw20.json', []);
  cpSync(kava, join(directory, 'chain/osmosis'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: directory });
  git('init', '--quiet');
  git('add', 'chain');
  git('commit', '--quiet', '--message', 'a registry');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  return { grpc: param.grpc_endpoint[0].url, evm: inOrder[0]?.url ?? '' };
}
