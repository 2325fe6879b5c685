import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/text.js';
import { cosmosClaim, evmClaim, solanaClaim } from '../claim-fields.js';
import { nameLists } from '../entry-fields.js';
import { anonymousFields, describeMissing, type EntryList, type Format, readText } from '../format.js';
import { type DirectoryView, type Layout, locateBy } from '../layout.js';
import { validate } from './validator.generated.js';

/** `eip155:1` for a chain with EVM only (CAIP-2); a Cosmos SDK chain has its plain id. */
const caip2 = /^eip155:([1-9]\d*)$/;

const cosmosClaims = [
  cosmosClaim('chainId', {
    readChainId: (value) =>
      typeof value !== 'string' ? 'malformed' : caip2.test(value) ? 'no-claim' : { chainId: value },
  }),
];
const evmClaims = [evmClaim('evm.chainId', { example: 2222 })];
const caip2Claims = [
  evmClaim('chainId', {
    readChainId: (value) => {
      const [, chainId] = typeof value === 'string' ? (caip2.exec(value) ?? []) : [];
      return chainId === undefined ? 'malformed' : { chainId };
    },
    expected: 'a string such as "eip155:1"',
    example: 'eip155:1',
    description: 'The chain id of an EVM chain (CAIP-2), that every endpoint of the file must report.',
  }),
];

/** Plain http is an error here, since the wallet cannot use it. */
const lists: readonly EntryList[] = [
  { ...createList('rpc', '/rpc', cosmosClaims), required: true, isListOf: isCosmos },
  { ...createList('ws', '/rpc', cosmosClaims), deriveAddress: deriveWebsocket, isListOf: isCosmos },
  { ...createList('rest', '/rest', cosmosClaims), isListOf: isCosmos },
  { ...createList('evm', '/evm/rpc', evmClaims), isListOf: isCosmos },
  { ...createList('evm-ws', '/evm/websocket', evmClaims), isListOf: isCosmos },
  { ...createList('evm', '/rpc', caip2Claims), isListOf: isEvm },
  { ...createList('evm-ws', '/websocket', caip2Claims), isListOf: isEvm },
  { ...createList('solana', '/rpc', [solanaClaim('chainId', { prefix: 'solana:' })]), isListOf: isSolana },
];

function createList(kind: EndpointKind, pointer: string, claims: EntryList['claims']): EntryList {
  const aliases =
    kind === 'rest' ? nameLists('rest', 'lcd', 'api') : nameLists(pointer.endsWith('/rpc') ? 'rpc' : 'ws');
  return { kind, pointer, form: 'string', aliases, addressForms: {}, claims };
}

/**
 * The websocket that Keplr's check opens for an `rpc`. Source: packages/chain-validator/src/connection.ts of
 * https://github.com/chainapsis/keplr-wallet.
 */
function deriveWebsocket(rpc: string): string {
  const url = rpc.replace(/^https?/i, (scheme) => scheme.toLowerCase().replace('http', 'ws'));
  return url + (url.endsWith('/') ? 'websocket' : '/websocket');
}

function readId(chain: JsonValue): string {
  return readText(chain, 'chainId') ?? '';
}

function isEvm(chain: JsonValue): boolean {
  return readId(chain).startsWith('eip155:');
}

function isSolana(chain: JsonValue): boolean {
  return readId(chain).startsWith('solana:');
}

function isCosmos(chain: JsonValue): boolean {
  return isChecked(readId(chain)) && !isEvm(chain) && !isSolana(chain);
}

/** Whether chains such as this id's are checked: those with a plain id, and of all CAIP-2 namespaces `eip155` and `solana`. */
function isChecked(id: string): boolean {
  return /^(?:eip155|solana):/.test(id) || !/^[-a-z\d]{3,8}:/.test(id);
}

const directories: readonly string[] = ['cosmos', 'evm', 'svm'];

/** `cosmos/<chain>.json`, `evm/eip155:<id>.json`, `svm/<chain>.json`. Directories with these names are common, so their files are examined too. */
const keplrLayout: Layout = {
  examplePath: 'cosmos/<chain>.json',
  trees: [''],
  choosePlace,
  isRoot: (view) => directories.some((name) => view.hasDirectory(name) && containsChains(view, name)),
  reserved: directories,
  locate: locateBy(/^(?:cosmos|evm|svm)\/([^/]*)\.json$/),
};

function containsChains({ list, readStart }: DirectoryView, directory: string): boolean {
  const first = list(directory)
    .filter((name) => name.endsWith('.json'))
    .slice(0, 3);
  return first.some((name) => {
    const start = readStart(`${directory}/${name}`);
    return start.includes('"chainId"') && start.includes('"rpc"');
  });
}

function choosePlace(_: string, content: JsonValue): string {
  const [namespace] = readId(content).split(':');
  if (namespace === 'eip155') return 'evm/eip155:<id>.json';
  return namespace === 'solana' ? 'svm/<chain>.json' : 'cosmos/<chain>.json';
}

/** Registries such as chainapsis/keplr-chain-registry: a file for each chain, with one endpoint of each kind. */
export const keplr: Format = {
  name: 'keplr',
  title: 'chainapsis/keplr-chain-registry and registries of its shape',
  layout: keplrLayout,
  findMisfit: (value) =>
    describeMissing(value, ['chainId', 'rpc']) ??
    (isJsonObject(value) && Array.isArray(value['rpc']) ? '"rpc" is an array' : null),
  chains: '',
  readChain: (chain, named) => ({
    name: named,
    status: 'live',
    ...(isChecked(readId(chain))
      ? {}
      : { unsupported: `chains such as ${truncate(readId(chain))} are not checked` }),
  }),
  // Without the version of the id, since that changes. Source: ChainIdHelper of https://github.com/chainapsis/keplr-wallet.
  naming: {
    field: 'chainId',
    agrees: (chain, id) =>
      chain === id || chain === id.replace(/-\d+$/, '') || id.startsWith('solana:') || !isChecked(id),
  },
  // An EVM in a Cosmos SDK chain may have a file of its own, for wallets that know only EVM chains.
  groupOf: (chain) => (isEvm(chain) ? 'evm' : isSolana(chain) ? 'solana' : 'cosmos'),
  lists,
  entryFields: {
    ...anonymousFields('address'),
    fileProvider: '/nodeProvider/name',
  },
  schema: {
    file: 'keplr',
    title: 'The endpoints of a chain',
    description:
      'A chain of a registry such as chainapsis/keplr-chain-registry, at cosmos/<chain>.json or evm/eip155:<id>.json. Fields that are not named here are free.',
    validate,
  },
};
