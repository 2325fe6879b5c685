import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { cosmosClaim, derivedEvmClaim, evmClaim } from '../claim-fields.js';
import { addressField, peerIdField, providerField } from '../entry-fields.js';
import {
  type EntryFields,
  type EntryList,
  describeMissing,
  type Format,
  type ManifestList,
  readText,
} from '../format.js';
import { type JsonValue, getValue, type JsonObject } from '../../model/json.js';
import { type Layout, type Location, otherFile } from '../layout.js';
import { validate } from './validator.generated.js';
import type { IbcOrigin, ListDefinition } from '../list-definition.js';
import { truncate } from '../../model/text.js';

const cosmosClaims = [cosmosClaim('chain_id')];
const evmClaims = [evmClaim('evm_chain_id'), derivedEvmClaim('chain_id')];
/** Plain http is common; the probe warns about it. */
const urls = { allowPlaintext: true };

/**
 * The lists below `apis`. Source: `$defs/endpoint` and `apis` of chain.schema.json, https://github.com/cosmos/chain-registry. `json-rpc` and
 * `json-rpc-websocket` come from registries of the same shape.
 */
export const apiLists: readonly EntryList[] = [
  list('rpc', 'rpc', cosmosClaims, urls, ['rcp']),
  list('rest', 'rest', cosmosClaims, urls, ['lcd']),
  list('grpc', 'grpc', cosmosClaims, { allowScheme: true }, ['gprc', 'grcp']),
  list('ws', 'wss', cosmosClaims, urls, ['ws', 'websocket']),
  list('grpc-web', 'grpc-web', cosmosClaims, urls),
  list('evm', 'evm-http-jsonrpc', evmClaims, urls, ['evm', 'evm-rpc', 'evm-http']),
  list('evm', 'json-rpc', evmClaims, urls),
  list('evm-ws', 'json-rpc-websocket', evmClaims, urls, ['evm-ws', 'evm-wss', 'evm-websocket']),
];

/** The lists below `peers`, seeds last: any node is a peer. Source: `$defs/peer` of chain.schema.json, which requires no provider. */
export function peerLists(
  commonFields: Pick<EntryFields, 'provider' | 'fileProvider' | 'forbidden'>,
): readonly EntryList[] {
  const address = addressField('address');
  const entryFields: EntryFields = { ...commonFields, id: peerIdField, address, providerPolicy: 'optional' };
  const lists = { persistent_peers: ['persistent-peers', 'persistentPeers'], seeds: ['seed'] };
  return Object.entries(lists).map(([field, aliases]) => ({
    kind: 'peer',
    pointer: `/peers/${field}`,
    form: 'objects',
    aliases,
    addressForms: { warnsOfPrivate: true },
    entryFields,
    claims: cosmosClaims,
  }));
}

/** The lists of a registry, which also accepts gRPC addresses with a path. */
const registryLists: readonly EntryList[] = [
  ...apiLists.map((apiList) =>
    apiList.kind === 'grpc'
      ? { ...apiList, addressForms: { ...apiList.addressForms, allowPath: true } }
      : apiList,
  ),
  ...peerLists({ provider: providerField }),
];

function list(
  kind: EndpointKind,
  field: string,
  claims: EntryList['claims'],
  addressForms: EntryList['addressForms'],
  aliases: readonly string[] = [],
): EntryList {
  return { kind, pointer: `/apis/${field}`, form: 'objects', aliases, addressForms, claims };
}

const fileName = 'chain.json';
/** Number of directories to examine: a home directory has hundreds, while almost every directory of a registry is a chain. */
const examinedDirectories = 30;
const networks = new Set(['testnets', '_testnets', 'devnets', 'mainnets', '_non-cosmos']);

/**
 * `<chain>/chain.json`, and the same below `testnets/` and other networks. Names that begin with an underscore are not chains: `_template`,
 * `_providers`.
 */
const chainRegistryLayout: Layout = {
  examplePath: `<chain>/${fileName}`,
  trees: [''],
  choosePlace,
  isRoot: ({ hasFile, list, hasDirectory }) =>
    hasFile('chain.schema.json') ||
    [...networks].some(
      (name) => hasDirectory(name) && list(name).some((chain) => hasFile(`${name}/${chain}/${fileName}`)),
    ) ||
    list('')
      .filter(isChainName)
      .slice(0, examinedDirectories)
      .some((name) => hasFile(`${name}/${fileName}`)),
  reserved: [...networks],
  locate,
};

function isChainName(name: string): boolean {
  return name !== '' && !/^[._]/.test(name) && !networks.has(name);
}

function choosePlace(path: string, content: JsonValue): string {
  const [top = ''] = path.split('/');
  const network = readText(content, 'network_type');
  const prefix = networks.has(top) ? top : network === 'testnet' || network === 'devnet' ? `${network}s` : '';
  return `${prefix === '' ? '' : `${prefix}/`}<chain>/${fileName}`;
}

function locate(path: string): Location {
  const directories = path.split('/');
  const name = directories.pop() ?? '';
  const inNetwork = networks.has(directories[0] ?? '');
  const [chain = '', ...deeper] = inNetwork ? directories.slice(1) : directories;
  if (!isChainName(chain) || deeper.length > 0) return otherFile;
  if (name === 'assetlist.json') return { role: 'list', chain, list: assetList };
  return name === fileName ? { role: 'registered', chain } : otherFile;
}

/**
 * The assets of a chain. Source: assetlist.schema.json of https://github.com/cosmos/chain-registry, whose own check compares the same
 * (.github/workflows/utility/validate_data.mjs).
 */
const assetList: ListDefinition = {
  name: 'assetlist',
  items: null,
  ibc: { items: '/assets', denom: 'base', readOrigin },
};

/** The last trace has the whole path. */
function readOrigin(item: JsonObject): IbcOrigin | null {
  const { traces } = item;
  const path = Array.isArray(traces) ? getValue(item, `/traces/${traces.length - 1}/chain/path`) : null;
  return typeof path === 'string' && path !== '' ? { hop: '', denom: path, chain: null } : null;
}

/**
 * Providers whose entries the registry imports from their manifests twice a week. Source: provider-allowlist.schema.json and .github/workflows
 * of https://github.com/cosmos/chain-registry.
 */
const manifests: ManifestList = {
  path: '_providers/provider-allowlist.json',
  readManifests: (value) => {
    const providers = getValue(value, '/providers');
    return new Map(Array.isArray(providers) ? providers.flatMap(readManifest) : []);
  },
};

function readManifest(provider: JsonValue): [string, string][] {
  const [name, url] = [readText(provider, 'name'), readText(provider, 'manifest_url')];
  return name !== null && url !== null && readText(provider, 'status') === 'active'
    ? [[name, truncate(url)]]
    : [];
}

/** Registries such as cosmos/chain-registry: a directory for each chain, with its description and endpoints in chain.json. */
export const chainRegistry: Format = {
  name: 'chain-registry',
  title: 'cosmos/chain-registry and registries of its shape',
  layout: chainRegistryLayout,
  findMisfit: (value) => describeMissing(value, ['chain_name', 'apis']),
  chains: '',
  readChain: (chain, named) => {
    const status = readText(chain, 'status');
    return {
      name: named ?? readText(chain, 'chain_name'),
      status: status === 'killed' || status === 'upcoming' ? status : 'live',
    };
  },
  // https://github.com/cosmos/chain-registry/blob/master/chain.schema.json, `status`.
  status: {
    pointer: '/status',
    values: ['live', 'upcoming', 'killed'],
    killed: 'killed',
    after: 'chain_name',
  },
  naming: { field: 'chain_name', agrees: (chain, name) => chain === name },
  lists: registryLists,
  entryFields: {
    address: addressField('address'),
    archive: 'archive',
    // https://github.com/initia-labs/initia-registry/blob/main/chain.schema.json, `$defs.endpoint`.
    closedTo: 'authorizedUser',
    provider: providerField,
    providerPolicy: 'expected',
    providerSchema: { path: 'chain.schema.json', requiresProvider },
  },
  manifests,
  // cosmos/chain-registry lists these chains for their assets.
  canLackEndpoints: (path) => /(?:^|\/)_non-cosmos\//.test(path),
  schema: {
    file: 'chain-registry',
    title: 'The endpoints of a chain',
    description:
      'A chain of a registry such as cosmos/chain-registry, at <chain>/chain.json. Fields that are not named here are free.',
    validate,
  },
};

/** Whether a registry requires endpoints to name their provider, by `$defs.endpoint` of its chain.schema.json. */
function requiresProvider(schema: JsonValue): boolean {
  const required = getValue(schema, '/$defs/endpoint/required');
  return Array.isArray(required) && required.includes('provider');
}
