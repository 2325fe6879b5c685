import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** An entry as a program of a few lines finds it, which knows nothing of the product's own readers. */
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

/** The fields of all formats, as far as these readers want them. */
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
  readonly chains?: readonly { readonly rpc?: string; readonly rest?: string }[];
}

type Reader = (json: Json, file: string) => Omit<NaiveEntry, 'file'>[];

/** Which files of a registry hold entries, and how they are read. */
interface NaiveFormat {
  readonly isRead: (path: string) => boolean;
  readonly read: Reader;
}

const asArray = (value: Json['rpc'] = []) => (typeof value === 'string' ? [value] : value);
const claimOf = (value: string | number | undefined) =>
  value === undefined || value === '' ? null : String(value);
const evmIdOf = (id = '') => /^[a-z]+_(\d+)-\d+$/.exec(id)?.[1] ?? null;

const kindOfList: Readonly<Record<string, string>> = {
  rpc: 'rpc',
  rest: 'rest',
  grpc: 'grpc',
  wss: 'ws',
  'grpc-web': 'grpc-web',
  'evm-http-jsonrpc': 'evm',
  seeds: 'peer',
  persistent_peers: 'peer',
};

const formats: Readonly<Record<string, NaiveFormat>> = {
  'chain-registry': {
    isRead: (path) => /^(testnets\/|_non-cosmos\/)?[^_/][^/]*\/chain\.json$/.test(path),
    read: ({ apis = {}, peers = {}, chain_id: id, status }) =>
      Object.entries({ ...apis, ...peers }).flatMap(([name, list]) =>
        list.map(({ id: peerId, address, provider = null }) => ({
          kind: kindOfList[name] ?? '',
          url: peerId === undefined ? address : `${peerId}@${address ?? ''}`,
          provider,
          claim: name.startsWith('evm') ? evmIdOf(id) : claimOf(id),
          killed: status === 'killed',
        })),
      ),
  },
  keplr: {
    isRead: (path) => /^(cosmos|evm)\/[^/]+\.json$/.test(path),
    read: ({ chainId, rpc, rest, websocket, evm, nodeProvider }, file) => {
      const provider = nodeProvider?.name ?? null;
      const one = (kind: string, url: unknown, claim: string | number | undefined) =>
        url === undefined ? [] : [{ kind, url, provider, claim: claimOf(claim), killed: false }];
      const number = String(chainId).replace('eip155:', '');
      return file.startsWith('evm/')
        ? [...one('evm', rpc, number), ...one('evm-ws', websocket, number)]
        : [
            ...one('rpc', rpc, chainId),
            // Without TLS the rpc is an error, and nobody opens its websocket.
            ...(typeof rpc === 'string' && rpc.startsWith('https:')
              ? one('ws', `${rpc.replace('https', 'wss').replace(/\/$/, '')}/websocket`, chainId)
              : []),
            ...one('rest', rest, chainId),
            ...one('evm', evm?.rpc, evm?.chainId),
            ...one('evm-ws', evm?.websocket, evm?.chainId),
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

/** The names of the formats of which real registries are among the fixtures. */
export const realFormats = Object.keys(formats);

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
    entries.push(
      ...readValueNaively(format, JSON.parse(await readFile(join(directory, path), 'utf8')), path),
    );
  }
  return entries;
}

/** The entries of the value of one file. */
export function readValueNaively(format: string, value: unknown, file: string): readonly NaiveEntry[] {
  return (formats[format]?.read(value as Json, file) ?? []).map((entry) => ({ file, ...entry }));
}

/** The path of a fixture's file as it is called in its registry. */
export function nameInRegistry(path: string): string {
  return path.replaceAll('%3A', ':');
}
