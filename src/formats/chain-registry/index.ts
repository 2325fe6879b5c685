import { type JsonValue, getValue, type JsonObject } from '../../model/json.js';
import { addressField, providerField } from '../entry-fields.js';
import { describeMissing, type Format, type ManifestList, readText } from '../format.js';
import { type Layout, type Location, otherFile } from '../layout.js';
import { registryLists } from './lists.js';
import { validate } from './validator.generated.js';
import type { IbcOrigin, ListDefinition } from '../list-definition.js';
import { truncate } from '../../model/truncate.js';

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
