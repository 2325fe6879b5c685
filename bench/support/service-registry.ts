import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The network of the stand-ins. */
export const network = 'kava';

/** Writes a registry with the lists of a real network and, for endpoints, these stand-ins. */
export function writeRegistry(directory: string, grpcPorts: readonly number[], evmPorts: readonly number[]) {
  const chain = join(directory, 'chain', network);
  mkdirSync(chain, { recursive: true });
  for (const list of ['assets.json', 'erc20.json'])
    cpSync(join('fixtures/registries/real/chain', network, list), join(chain, list));
  const entries = {
    grpc_endpoint: grpcPorts.map((port) => ({ provider: `node ${port}`, url: `127.0.0.1:${port}` })),
    evm_rpc_endpoint: evmPorts.map((port) => ({
      provider: `node ${port}`,
      url: `https://127.0.0.1:${port}`,
    })),
  };
  writeFileSync(join(chain, 'param.json'), JSON.stringify(entries, null, 2));
}
