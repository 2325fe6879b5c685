import { writeFiles } from '../../scripts/temporary-files.js';

export type Listed = { kind: string; url: string };

/** An address of this machine for each number. */
export const addressAt = (index: number) => `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;

/** Writes a registry, so many entries a file. */
export async function writeRegistry(
  directory: string,
  entries: readonly Listed[],
  perFile: number,
  { network = 'bench-1', evmChainId = 1 }: { network?: string; evmChainId?: number } = {},
) {
  for (let index = 0; index * perFile < entries.length; index++) {
    const ofFile = entries.slice(index * perFile, (index + 1) * perFile);
    const list = (kind: string) =>
      ofFile
        .filter((entry) => entry.kind === kind)
        .map(({ url }, at) => ({ provider: `Provider ${at}`, url }));
    const content = {
      chain_id_cosmos: network,
      chain_id_evm: `0x${evmChainId.toString(16)}`,
      grpc_endpoint: list('grpc'),
      evm_rpc_endpoint: list('evm'),
    };
    await writeFiles(directory, [
      [`chain/chain-${index}/param.json`, `${JSON.stringify(content, null, 2)}\n`],
    ]);
  }
}
