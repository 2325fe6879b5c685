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
