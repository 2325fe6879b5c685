import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {'YAML' | 'TOML' | 'JavaScript'} Language */

const perChain = 10;

/** @param {number} chain @param {number} at */
const urlOf = (chain, at) => `https://rpc-${String(at)}.chain-${String(chain)}.example.com/v${String(at)}`;

/**
 * The files of a registry that is not in JSON: of hyperlane, superchain or defillama, by its language.
 * @type {Record<Language, (entries: number) => Record<string, string>>}
 */
const makers = {
  YAML: (entries) =>
    makeFiles(entries / perChain, (chain) => [
      `chains/chain${String(chain)}/metadata.yaml`,
      `# yaml-language-server: $schema=../schema.json
blockExplorers:
  - apiUrl: https://api.example.com/api
    family: etherscan
chainId: ${String(chain + 1)}
domainId: ${String(chain + 1)}
name: chain${String(chain)}
protocol: ethereum
rpcUrls:
${listUrls(chain, (url) => `  - http: ${url}\n`)}`,
    ]),
  TOML: (entries) =>
    makeFiles(entries / 2, (chain) => [
      `superchain/configs/mainnet/chain-${String(chain)}.toml`,
      `name = "Chain ${String(chain)}"
public_rpc = "${urlOf(chain, 0)}"
sequencer_rpc = "${urlOf(chain, 1)}"
chain_id = ${String(chain + 1)}

[hardforks]
  canyon_time = 1704992401 # Thu 11 Jan 2024 17:00:01 UTC
`,
    ]),
  JavaScript: (entries) => ({
    'constants/extraRpcs.js': `const privacy = { none: "nothing is stored" };
export const extraRpcs = {
${Array.from(
  { length: entries / perChain },
  (_, chain) => `  ${String(chain + 1)}: {
    rpcs: [
${listUrls(chain, (url, at) =>
  at % 2 === 0
    ? `      "${url}",\n`
    : `      { url: "${url}", tracking: "none", trackingDetails: privacy.none },\n`,
)}    ],
  },
`,
).join('')}};
`,
  }),
};

/** The languages of registries that are not in JSON. */
export const languages = /** @type {readonly Language[]} */ (Object.keys(makers));

/** @param {number} count @param {(chain: number) => [string, string]} make */
function makeFiles(count, make) {
  return Object.fromEntries(Array.from({ length: count }, (_, chain) => make(chain)));
}

/** @param {number} chain @param {(url: string, at: number) => string} format */
function listUrls(chain, format) {
  return Array.from({ length: perChain }, (_, at) => format(urlOf(chain, at), at)).join('');
}

/**
 * Makes the files of a registry with so many entries, by their paths.
 * @param {Language} language
 * @param {number} entries
 */
export function makeForeignRegistry(language, entries) {
  return makers[language](entries);
}

/**
 * Writes a registry with so many entries.
 * @param {string} directory
 * @param {Language} language
 * @param {number} entries
 */
export function writeForeignRegistry(directory, language, entries) {
  for (const [path, text] of Object.entries(makeForeignRegistry(language, entries))) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}
