import type { Format } from '../../src/formats/format.js';
import { defillama } from '../../src/formats/defillama/index.js';
import { hyperlane } from '../../src/formats/hyperlane/index.js';
import { superchain } from '../../src/formats/superchain/index.js';
import type { HostileText } from './hostile-texts.js';

/** A file that is not JSON, of about so many characters. */
interface ForeignFile {
  readonly format: Format;
  readonly path: string;
  readonly make: HostileText;
}

function repeat(part: (index: number) => string, size: number): string {
  return Array.from({ length: Math.ceil(size / part(10_000).length) }, (_, index) => part(index)).join('');
}

const head = 'chainId: 1\ndomainId: 1\nprotocol: ethereum\n';
const yaml = (make: HostileText): ForeignFile => ({
  format: hyperlane,
  path: 'chains/a/metadata.yaml',
  make: (size) => head + make(size),
});
const toml = (make: HostileText): ForeignFile => ({
  format: superchain,
  path: 'superchain/configs/mainnet/a.toml',
  make: (size) => `chain_id = 1\npublic_rpc = "ttps://a.example"\n${make(size)}`,
});
const javascript = (make: HostileText): ForeignFile => ({
  format: defillama,
  path: 'constants/extraRpcs.js',
  make: (size) => `export const extraRpcs = { 1: { rpcs: [${make(size)}] } };`,
});

/** Files in YAML, TOML and JavaScript with many of the same parts. */
export const foreignFiles: Readonly<Record<string, ForeignFile>> = {
  'entries of YAML to correct': yaml(
    (size) => `rpcUrls:\n${repeat((at) => `  - http: ttps://a${at}.example # x\n`, size)}`,
  ),
  'entries of YAML that repeat': yaml(
    (size) => `rpcUrls:\n${repeat(() => '- {http: "https://a.example"}\n', size)}`,
  ),
  'keys of YAML that repeat': yaml((size) => repeat(() => 'a: 1\n', size)),
  'aliases of YAML': yaml(
    (size) => `x: &a {http: https://a.example}\nrpcUrls: [${repeat(() => '*a, ', size)}]\n`,
  ),
  'tags of YAML': yaml((size) => `x: [${repeat((at) => `!t${at} a, `, size)}]\n`),
  'brackets of YAML that nothing opens': yaml((size) => `x: ${']'.repeat(size)}\n`),
  'comments of YAML': yaml((size) => repeat(() => '# x\n', size)),
  'a comment of YAML before an anchor': yaml((size) => `rpcUrls: ${'#'.repeat(size)}\n  &a\n  - {}\n`),
  'tables of TOML': toml((size) => repeat(() => '[[a]]\nb = 1 # x\n', size)),
  'keys of TOML': toml((size) => repeat((at) => `k${at} = [1, 2]\n`, size)),
  'entries of JavaScript to correct': javascript((size) =>
    repeat((at) => `{ url: "ttps://a${at}.example" },\n`, size),
  ),
  'entries of JavaScript that repeat': javascript((size) => repeat(() => '"https://a.example",', size)),
  'entries of JavaScript with commas before them': javascript((size) =>
    repeat(() => '\n"https://a.example"\n,', size),
  ),
  'blanks of JavaScript before a comma': javascript(
    (size) => `"https://a.example", "https://a.example"${' '.repeat(size)}, "https://b.example"`,
  ),
  'names of JavaScript': javascript(
    (size) => `] } }; let ${repeat((at) => `a${at}, `, size)}z = { a: { b: [`,
  ),
  'expressions of JavaScript': javascript((size) => `/${repeat(() => '(?<a>)|', size)}/`),
  'code of JavaScript': javascript((size) => repeat(() => 'a(b),', size)),
};
