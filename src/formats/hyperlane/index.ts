import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { getValue, type JsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/text.js';
import { cosmosClaim, evmClaim } from '../claim-fields.js';
import { nameLists } from '../entry-fields.js';
import {
  anonymousFields,
  type ClaimField,
  describeMissing,
  type EntryList,
  type Format,
  readBlockTime,
  readText,
} from '../format.js';
import { type DirectoryView, locateBy } from '../layout.js';
import { validate } from './validator.generated.js';

const fileName = 'metadata.yaml';
/** Number of directories to examine: almost every one is a chain. */
const examinedDirectories = 5;

const evmClaims = [evmClaim('chainId', { example: 42161 })];
const cosmosClaims = [cosmosClaim('chainId')];

const cosmosProtocols: readonly string[] = ['cosmos', 'cosmosnative'];

function readProtocol(chain: JsonValue): string {
  return readText(chain, 'protocol') ?? '';
}

function describeUnsupported(protocol: string): string {
  if (protocol === '') return 'a chain without "protocol" is not checked';
  return `chains of the protocol ${truncate(protocol)} are not checked`;
}

/** Why the registry has disabled a chain, in parentheses if it says so; null if it has not. */
function readDisabled(chain: JsonValue): string | null {
  if (getValue(chain, '/availability/status') !== 'disabled') return null;
  const reasons = getValue(chain, '/availability/reasons');
  const names = Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
  return names.length === 0 ? '' : ` (${truncate(names.join(', '))})`;
}

function isEvm(chain: JsonValue): boolean {
  return readProtocol(chain) === 'ethereum';
}

function isCosmos(chain: JsonValue): boolean {
  return cosmosProtocols.includes(readProtocol(chain));
}

function isSolana(chain: JsonValue): boolean {
  return readProtocol(chain) === 'sealevel';
}

/** What contributors call the lists of a kind, where that is not `rpc`. */
const listWords: Partial<Record<EndpointKind, readonly string[]>> = {
  rest: ['rest', 'lcd', 'api'],
  grpc: ['grpc'],
  'evm-ws': ['ws', 'wss'],
};

function createList(
  kind: EndpointKind,
  pointer: string,
  claims: readonly ClaimField[],
  isListOf: (chain: JsonValue) => boolean,
): EntryList {
  const addressForms = { allowPlaintext: true, allowScheme: true };
  const aliases = nameLists(...(listWords[kind] ?? ['rpc']));
  return { kind, pointer, form: 'objects', aliases, addressForms, claims, isListOf };
}

const urls: JsonObject = {
  type: 'array',
  description: 'The endpoints.',
  items: {
    type: 'object',
    required: ['http'],
    properties: {
      http: { type: 'string', description: 'The address.', examples: ['https://rpc.example.com'] },
      webSocket: { type: 'string', description: 'The websocket.', examples: ['wss://rpc.example.com'] },
    },
  },
};

/** Registries such as hyperlane-xyz/hyperlane-registry: a directory for each chain, described in YAML. */
export const hyperlane: Format = {
  name: 'hyperlane',
  title: 'hyperlane-xyz/hyperlane-registry and registries of its shape',
  layout: {
    examplePath: `chains/<chain>/${fileName}`,
    trees: ['chains'],
    isRoot: containsChains,
    locate: locateBy(/^chains\/([^/]+)\/metadata\.yaml$/),
  },
  findMisfit: (value) => describeMissing(value, ['domainId', 'protocol']),
  chains: '',
  readChain: (chain, named) => {
    const reasons = readDisabled(chain);
    return {
      name: named ?? readText(chain, 'name'),
      ...(reasons === null
        ? { status: 'live' }
        : { status: 'killed', skipReason: `the registry has disabled the chain${reasons}` }),
      ...readBlockTime(getValue(chain, '/blocks/estimateBlockTime')),
      ...([isEvm, isCosmos, isSolana].some((isIt) => isIt(chain))
        ? {}
        : { unsupported: describeUnsupported(readProtocol(chain)) }),
    };
  },
  // https://github.com/hyperlane-xyz/hyperlane-monorepo/blob/main/typescript/sdk/src/metadata/chainMetadataTypes.ts, `ChainStatus`.
  status: { pointer: '/availability/status', values: ['live', 'disabled'] },
  naming: { field: 'name', agrees: (chain, name) => chain === name },
  // A chain may be reached by several protocols, each with its own directory.
  groupOf: readProtocol,
  lists: [
    createList('evm', '/rpcUrls', evmClaims, isEvm),
    { ...createList('evm-ws', '/rpcUrls/*/webSocket', evmClaims, isEvm), form: 'string' },
    // Its chain id is the domain's number.
    createList('solana', '/rpcUrls', [], isSolana),
    createList('rpc', '/rpcUrls', cosmosClaims, isCosmos),
    createList('rest', '/restUrls', cosmosClaims, isCosmos),
    createList('grpc', '/grpcUrls', cosmosClaims, isCosmos),
  ],
  entryFields: anonymousFields('http'),
  schema: {
    file: 'hyperlane',
    title: 'The endpoints of a chain',
    description:
      'A chain of a registry such as hyperlane-xyz/hyperlane-registry, at chains/<chain>/metadata.yaml. Fields that are not named here are free.',
    content: { type: 'object', properties: { rpcUrls: urls, restUrls: urls, grpcUrls: urls } },
    validate,
  },
  syntaxes: ['yaml'],
};

function containsChains({ list, hasFile }: DirectoryView): boolean {
  const first = list('chains').slice(0, examinedDirectories);
  return first.some((name) => hasFile(`chains/${name}/${fileName}`));
}
