/** @typedef {'YAML' | 'TOML' | 'JavaScript'} Language */

const perChain = 10;

/** @param {number} chain @param {number} at */
const urlOf = (chain, at) => `https://rpc-${at}.chain-${chain}.example.com/v${at}`;

/** The addresses of a chain. @param {number} chain @param {(url: string, at: number) => string} format */
const listUrls = (chain, format) =>
  Array.from({ length: perChain }, (_, at) => format(urlOf(chain, at), at)).join('\n');

/** A file of a chain, of hyperlane and of superchain. @type {Record<'YAML' | 'TOML', (chain: number) => [path: string, text: string]>} */
const chainFiles = {
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

/** A chain in the file of defillama. @param {number} chain */
const writeScriptChain = (chain) => `  ${chain + 1}: {
    rpcs: [
${listUrls(chain, (url, at) =>
  at % 2 === 0
    ? `      "${url}",`
    : `      { url: "${url}", tracking: "none", trackingDetails: privacy.none },`,
)}
    ],
  },
`;

/** The languages of registries that are not in JSON. @type {readonly Language[]} */
export const languages = ['YAML', 'TOML', 'JavaScript'];

/**
 * Makes the files of a registry with so many entries, by their paths.
 * @param {Language} language
 * @param {number} entries
 * @returns {Record<string, string>}
 */
export function makeForeignRegistry(language, entries) {
  const chains = Array.from({ length: entries / (language === 'TOML' ? 2 : perChain) }, (_, chain) => chain);
  if (language !== 'JavaScript') return Object.fromEntries(chains.map(chainFiles[language]));
  const text = `const privacy = { none: "nothing is stored" };
export const extraRpcs = {
${chains.map(writeScriptChain).join('')}};
`;
  return { 'constants/extraRpcs.js': text };
}
