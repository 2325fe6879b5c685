import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** An entry as a program of a few lines finds it, without the product's readers. */
export interface NaiveEntry {
  readonly file: string;
  readonly kind: string;
  readonly url: unknown;
  readonly provider: string | null;
  /** The chain id that is claimed; null for none. */
  readonly claim: string | null;
  readonly killed: boolean;
}

/** An entry that is an object. */
interface Item {
  readonly id?: string;
  readonly address?: string;
  readonly provider?: string;
}

/** The fields of all formats that these readers need. */
interface Json {
  readonly apis?: Readonly<Record<string, readonly Item[]>>;
  readonly peers?: Readonly<Record<string, readonly Item[]>>;
  readonly chain_id?: string;
  readonly chainId?: string | number;
  readonly status?: string;
  readonly nodeProvider?: { readonly name: string };
  readonly websocket?: string;
  readonly evm?: { readonly chainId: number; readonly rpc?: string; readonly websocket?: string };
  readonly rpc?: string | readonly (string | Item)[];
  readonly rest?: string;
  readonly api?: string | readonly (string | Item)[];
  readonly grpc?: string | readonly (string | Item)[];
  readonly chains?: readonly Json[];
  readonly provider?: { readonly name: string };
  readonly chain_id_cosmos?: string;
  readonly chain_id_evm?: string;
  readonly grpc_endpoint?: readonly ListedUrl[];
  readonly evm_rpc_endpoint?: readonly ListedUrl[];
  readonly cosmos_rpc_endpoint?: readonly ListedUrl[];
  readonly lcd_endpoint?: readonly ListedUrl[];
  readonly lines?: readonly (ListedUrl & { readonly kind: string; readonly chainId?: string })[];
}

interface ListedUrl {
  readonly url?: string;
  readonly provider?: string;
}

type Reader = (json: Json, file: string) => Omit<NaiveEntry, 'file'>[];

/** Which files of a registry have entries, and how they are read. */
interface NaiveFormat {
  readonly isRead: (path: string) => boolean;
  readonly read: Reader;
  /** Parses the text of a file; JSON by default. */
  readonly parse?: (text: string) => Json;
}

const asArray = (value: Json['rpc'] = []) => (typeof value === 'string' ? [value] : value);
const claimOf = (value: string | number | undefined) =>
  value === undefined || value === '' ? null : String(value);
const evmIdOf = (id = '') => /^[a-z]+_(\d+)-\d+$/.exec(id)?.[1] ?? null;

type Kinds = Readonly<Record<string, string>>;

const apiKinds: Kinds = {
  rpc: 'rpc',
  rest: 'rest',
  grpc: 'grpc',
  wss: 'ws',
  'grpc-web': 'grpc-web',
  'evm-http-jsonrpc': 'evm',
};
const peerKinds: Kinds = { seeds: 'peer', persistent_peers: 'peer' };

const readApis = ({ apis = {}, peers = {}, chain_id: id, status }: Json) =>
  [
    ...Object.entries(apis).map((entry) => [...entry, apiKinds] as const),
    ...Object.entries(peers).map((entry) => [...entry, peerKinds] as const),
  ].flatMap(([name, list, kinds]) =>
    list.map(({ id: peerId, address, provider = null }) => ({
      kind: kinds[name] ?? '',
      url: peerId === undefined ? address : `${peerId}@${address ?? ''}`,
      provider,
      claim: name.startsWith('evm') ? evmIdOf(id) : claimOf(id),
      killed: status === 'killed',
    })),
  );

const formats: Readonly<Record<string, NaiveFormat>> = {
  chainlist: {
    isRead: (path) => /^chain\/[^/]+\/param(_2)?\.json$/.test(path),
    read: ({ chain_id: id, chain_id_cosmos: cosmosId = id, chain_id_evm: evmId, ...lists }) =>
      Object.entries({
        grpc: lists.grpc_endpoint,
        evm: lists.evm_rpc_endpoint,
        rpc: lists.cosmos_rpc_endpoint,
        rest: lists.lcd_endpoint,
      }).flatMap(([kind, list = []]) =>
        list.map(({ url, provider = null }) => ({
          kind,
          url,
          provider,
          claim: claimOf(kind === 'evm' ? evmId : cosmosId),
          killed: false,
        })),
      ),
  },
  'chain-registry': {
    isRead: (path) => /^(testnets\/|_non-cosmos\/)?[^_/][^/]*\/chain\.json$/.test(path),
    read: readApis,
  },
  manifest: {
    isRead: (path) => path.startsWith('manifest'),
    read: ({ provider, chains = [] }) =>
      chains.flatMap(readApis).map((entry) => ({ ...entry, provider: provider?.name ?? null })),
  },
  entries: {
    isRead: (path) => path.endsWith('.jsonl'),
    parse: (text) => ({
      lines: text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as NonNullable<Json['lines']>[number]),
    }),
    read: ({ lines = [] }) =>
      lines.map(({ kind, url, provider = null, chainId }) => ({
        kind,
        url,
        provider,
        claim: claimOf(chainId),
        killed: false,
      })),
  },
  keplr: {
    isRead: (path) => /^(cosmos|evm)\/[^/]+\.json$/.test(path),
    read: ({ chainId, rpc, rest, websocket, evm, nodeProvider }, file) => {
      const provider = nodeProvider?.name ?? null;
      const read = (kind: string, url: unknown, claim: string | number | undefined) =>
        url === undefined ? [] : [{ kind, url, provider, claim: claimOf(claim), killed: false }];
      const number = String(chainId).replace('eip155:', '');
      return file.startsWith('evm/')
        ? [...read('evm', rpc, number), ...read('evm-ws', websocket, number)]
        : [
            ...read('rpc', rpc, chainId),
            // Without TLS the rpc is an error, and its websocket is not opened.
            ...(typeof rpc === 'string' && rpc.startsWith('https:')
              ? read('ws', `${rpc.replace('https', 'wss').replace(/\/$/, '')}/websocket`, chainId)
              : []),
            ...read('rest', rest, chainId),
            ...read('evm', evm?.rpc, evm?.chainId),
            ...read('evm-ws', evm?.websocket, evm?.chainId),
          ];
    },
  },
  'ethereum-lists': {
    isRead: (path) => /^_data\/chains\/eip155-\d+\.json$/.test(path),
    read: ({ rpc, chainId, status }) =>
      asArray(rpc).map((url) => ({
        kind: /^wss?:/.test(typeof url === 'string' ? url : '') ? 'evm-ws' : 'evm',
        url,
        provider: null,
        claim: claimOf(chainId),
        killed: status === 'deprecated',
      })),
  },
  pingpub: {
    isRead: (path) => /^chains\/(mainnet|testnet)\/[^/]+\.json$/.test(path),
    read: ({ rpc, api, grpc, chain_id: id }) =>
      Object.entries({ rpc, rest: api, grpc }).flatMap(([kind, list]) =>
        asArray(list).map((item) => ({
          kind,
          url: typeof item === 'string' ? item : item.address,
          provider: typeof item === 'string' ? null : (item.provider ?? null),
          claim: claimOf(id),
          killed: false,
        })),
      ),
  },
  'zone-chains': {
    isRead: (path) => path.endsWith('.zone_chains.json'),
    read: ({ chains = [] }) =>
      chains.flatMap(({ rpc, rest }) =>
        Object.entries({ rpc, rest }).map(([kind, url]) => ({
          kind,
          url,
          provider: null,
          claim: null,
          killed: false,
        })),
      ),
  },
};

/** The names of the formats that are read naively. */
export const naiveFormats = Object.keys(formats);

/** The formats with a registry in `fixtures/real`. */
export const realFormats = naiveFormats.filter(
  (name) => !['chainlist', 'manifest', 'entries'].includes(name),
);

/** All entries of a registry, read without positions, rules or bounds. */
export async function readNaively(format: string, directory: string): Promise<NaiveEntry[]> {
  const naive = formats[format];
  if (naive === undefined) throw new Error(`no reader for ${format}`);
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const entries: NaiveEntry[] = [];
  for (const { name, parentPath } of found.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name)
      .slice(directory.length + 1)
      .split(sep)
      .join('/');
    if (!naive.isRead(path)) continue;
    const text = await readFile(join(directory, path), 'utf8');
    const value: unknown = naive.parse === undefined ? JSON.parse(text) : naive.parse(text);
    entries.push(...readValueNaively(format, value, path));
  }
  return entries;
}

/** The entries of the value of one file. */
export function readValueNaively(format: string, value: unknown, file: string): readonly NaiveEntry[] {
  return (formats[format]?.read(value as Json, file) ?? []).map((entry) => ({ file, ...entry }));
}

/** The path of a fixture's file in its registry. */
export function nameInRegistry(path: string): string {
  return path.replaceAll('%3A', ':');
}
