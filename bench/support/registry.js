import { writeFiles } from '../../scripts/temporary-files.js';

/** @typedef {{ kind: string, url: string }} Listed */

/** An address of this machine for each number. @param {number} index */
export const addressAt = (index) => `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;

/**
 * Writes a registry, so many entries a file.
 * @param {string} directory
 * @param {readonly Listed[]} entries
 * @param {number} perFile
 * @param {{ network?: string, evmChainId?: number }} [chain]
 */
export async function writeRegistry(
  directory,
  entries,
  perFile,
  { network = 'bench-1', evmChainId = 1 } = {},
) {
  for (let index = 0; index * perFile < entries.length; index++) {
    const ofFile = entries.slice(index * perFile, (index + 1) * perFile);
    /** @param {string} kind */
    const list = (kind) =>
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
