import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ kind: string, url: string }} Listed */

/**
 * Writes a registry, so many entries a file.
 * @param {string} directory
 * @param {readonly Listed[]} entries
 * @param {number} perFile
 * @param {{ network?: string, evmChainId?: number }} [chain]
 * @returns {string[]} The files.
 */
export function writeRegistry(directory, entries, perFile, { network = 'bench-1', evmChainId = 1 } = {}) {
  return Array.from({ length: Math.ceil(entries.length / perFile) }, (_, index) => {
    const fileEntries = entries.slice(index * perFile, (index + 1) * perFile);
    /** @param {string} kind */
    const list = (kind) =>
      fileEntries
        .filter((entry) => entry.kind === kind)
        .map(({ url }, at) => ({ provider: `Provider ${String(at)}`, url }));
    const chain = join(directory, 'chain', `chain-${String(index)}`);
    mkdirSync(chain, { recursive: true });
    const file = join(chain, 'param.json');
    const content = {
      chain_id_cosmos: network,
      chain_id_evm: `0x${evmChainId.toString(16)}`,
      grpc_endpoint: list('grpc'),
      evm_rpc_endpoint: list('evm'),
    };
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
    return file;
  });
}
