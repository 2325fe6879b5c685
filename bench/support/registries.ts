import { writeFiles } from '../../scripts/temporary-files.js';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

export type Language = 'YAML' | 'TOML' | 'JavaScript';

const perChain = 10;

const urlOf = (chain: number, at: number) => `https://rpc-${at}.chain-${chain}.example.com/v${at}`;

/** The addresses of a chain. */
const listUrls = (chain: number, format: (url: string, at: number) => string) =>
  Array.from({ length: perChain }, (_, at) => format(urlOf(chain, at), at)).join('\n');

/** A file of a chain, of hyperlane and of superchain. */
const chainFiles: Record<'YAML' | 'TOML', (chain: number) => [path: string, text: string]> = {
  YAML: (chain) => [
    `chains/chain${chain}/metadata.yaml`,
    `# yaml-language-server: $schema=../schema.json
blockExplorers:
  - apiUrl: https://api.example.com/api
    family: etherscan
chainId: ${chain + 1}
domainId: ${chain + 1}
name: chain${chain}
protocol: ethereum
rpcUrls:
${listUrls(chain, (url) => `  - http: ${url}`)}
`,
  ],
  TOML: (chain) => [
    `superchain/configs/mainnet/chain-${chain}.toml`,
    `name = "Chain ${chain}"
public_rpc = "${urlOf(chain, 0)}"
sequencer_rpc = "${urlOf(chain, 1)}"
chain_id = ${chain + 1}

[hardforks]
  canyon_time = 1704992401 # Thu 11 Jan 2024 17:00:01 UTC
`,
  ],
};

/** A chain in the file of defillama. */
const writeScriptChain = (chain: number) => `  ${chain + 1}: {
    rpcs: [
${listUrls(chain, (url, at) =>
  at % 2 === 0
    ? `      "${url}",`
    : `      { url: "${url}", tracking: "none", trackingDetails: privacy.none },`,
)}
    ],
  },
`;

/** The languages of registries that are not in JSON. */
export const languages: readonly Language[] = ['YAML', 'TOML', 'JavaScript'];

/** Makes the files of a registry with so many entries, by their paths. */
export function makeForeignRegistry(language: Language, entries: number): Record<string, string> {
  const chains = Array.from({ length: entries / (language === 'TOML' ? 2 : perChain) }, (_, chain) => chain);
  if (language !== 'JavaScript') return Object.fromEntries(chains.map(chainFiles[language]));
  const text = `const privacy = { none: "nothing is stored" };
export const extraRpcs = {
${chains.map(writeScriptChain).join('')}};
`;
  return { 'constants/extraRpcs.js': text };
}

/** The network of the stand-ins. */
export const network = 'kava';

/** Writes a registry with the lists of a real network and, for endpoints, these stand-ins. */
export function writeServiceRegistry(
  directory: string,
  grpcPorts: readonly number[],
  evmPorts: readonly number[],
) {
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
