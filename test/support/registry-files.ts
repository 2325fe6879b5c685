import { checkRegistry, type Finding, type Report } from '../../src/index.js';
import { checks, getCheck } from '../../src/checks/index.js';
import { findFixes, fixText, type Judgement } from '../../src/registry/edit/fixes.js';
import { type FileLocation, loadFile } from '../../src/registry/load-file.js';
import type { AddressForms } from '../../src/model/kind.js';
import { correctUrl } from '../../src/registry/edit/fix-items.js';
import { createDirectory } from './directory.js';

/** A finding of a file, and where it is: `line:column-endLine:endColumn`. */
export interface ReportedFinding {
  readonly at: string;
  readonly rule: string;
  readonly pointer: string | null;
  readonly message: string;
  readonly hint: string;
}

/** The path of the file that `checkFile` checks. */
export const checkedPath = 'chain/example/param.json';

/** Checks one file of a new registry; probes nothing. Findings of the ignored rules are left out. */
export async function checkFile(
  content: string | Buffer,
  ignored: readonly string[] = ['file/chain-id-missing'],
): Promise<Report> {
  const directory = await createDirectory({ [checkedPath]: content });
  const report = await checkRegistry([directory], { network: false });
  return { ...report, findings: report.findings.filter(({ rule }) => !ignored.includes(rule)) };
}

/** Rules that most short files break, and that most tests ignore. */
const notices: readonly string[] = ['file/no-endpoints', 'file/chain-id-missing'];

/** The findings of one file, except those of the ignored rules. */
export async function readFindings(
  content: string | Buffer,
  ignored: readonly string[] = notices,
): Promise<ReportedFinding[]> {
  const { findings } = await checkFile(content, ignored);
  return findings.map(describeFinding);
}

/** A finding without fields that follow from its rule and its place. */
export function describeFinding(finding: Finding): ReportedFinding {
  const { rule, pointer, message, hint } = finding;
  return { at: formatRange(finding), rule, pointer, message, hint };
}

/** `1:3-1:4`, the end exclusive. */
export function formatRange({ line, column, endLine, endColumn }: Finding): string {
  return `${line}:${column}-${endLine}:${endColumn}`;
}

/** The problems of a file of a registry, and their fixes. */
export function judgeText(location: FileLocation, text: string, faultLimit?: number): Judgement {
  const loaded = loadFile(location, { text, problem: null }, checks, faultLimit);
  return { problems: loaded.problems, fixes: findFixes(loaded, loaded.problems, checks) };
}

/** The text of a file after all its fixes. */
export function fixFile(location: FileLocation, text: string, faultLimit?: number): string {
  const judge = (current: string) => judgeText(location, current, faultLimit);
  return fixText(text, judge(text), { judge, accepts: () => true }).text;
}

/** A url of a kind as `--fix` writes it; null if it stays unchanged. */
export function correctAs(kind: string, url: string, forms: AddressForms = {}): string | null {
  return correctUrl(url, getCheck(kind), forms)?.url ?? null;
}

/** A file that each format reads, by its path. */
export const chainFiles = {
  chainlist: {
    path: 'chain/kava/param.json',
    text: '{"chain_id_evm":"0x8ae","evm_rpc_endpoint":[{"provider":"A","url":"https://a.example.com"}]}',
  },
  'chain-registry': {
    path: 'kava/chain.json',
    text: '{"chain_name":"kava","chain_id":"kava_2222-10","apis":{"rest":[{"address":"https://a.example.com","provider":"A"}]}}',
  },
  keplr: { path: 'cosmos/kava_2222.json', text: '{"chainId":"kava_2222-10","rpc":"https://a.example.com"}' },
  'ethereum-lists': {
    path: '_data/chains/eip155-5.json',
    text: '{"chainId":5,"rpc":["https://a.example.com"]}',
  },
  pingpub: { path: 'chains/mainnet/kava.json', text: '{"chain_name":"kava","api":"https://a.example.com"}' },
  hyperlane: {
    path: 'chains/kava/metadata.yaml',
    text: 'name: kava\nchainId: 5\ndomainId: 5\nprotocol: ethereum\nrpcUrls:\n  - http: https://a.example.com\n',
  },
  superchain: {
    path: 'superchain/configs/mainnet/kava.toml',
    text: 'name = "kava"\nchain_id = 5\npublic_rpc = "https://a.example.com"\n',
  },
  defillama: {
    path: 'constants/additionalChainRegistry/chainid-5.js',
    text: 'export const data = { "name": "Kava", "chainId": 5, "rpc": ["https://a.example.com"] };\n',
  },
  manifest: {
    path: '.well-known/cosmos-registry.json',
    text: '{"manifest_version":"1.0.0","provider":{"name":"A"},"chains":[{"chain_id":"a-1","apis":{"rest":[{"address":"https://a.example.com"}]}}]}',
  },
} as const;

/** A format that has files of chains. */
export type ChainFormat = keyof typeof chainFiles;
