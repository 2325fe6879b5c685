import { basename } from 'node:path/posix';
import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import { findNearest } from '../../model/describe-unknown.js';
import { addressField, fold, nameLists, providerField } from '../entry-fields.js';
import type { ClaimField, EntryList, Format } from '../format.js';
import { type Layout, type Location, otherFile } from '../layout.js';
import { findList } from './lists.js';
import { validate } from './validator.generated.js';
import { cosmosClaim, evmClaim, solanaClaim } from '../claim-fields.js';

const quantity = /^(0x[\da-f]+|\d+)$/i;

const cosmosClaims: readonly ClaimField[] = [
  cosmosClaim('chain_id_cosmos', { aliases: ['cosmos_chain_id'] }),
  cosmosClaim('chain_id', {
    // A number is the id of an EVM chain, not the network of a Cosmos node.
    readChainId: (value) =>
      typeof value === 'string' && !quantity.test(value) ? { chainId: value } : 'no-claim',
    description: 'Read where chain_id_cosmos is absent, unless it is a number.',
  }),
];

const evmClaims: readonly ClaimField[] = [
  evmClaim('chain_id_evm', { aliases: ['evm_chain_id', 'eth_chain_id'] }),
];

/** Names of lists without the family of their chain. Those of Sui and Aptos have `rpc_endpoint`, so the chain has to tell. */
const bareRpc = nameLists('rpc');

function hasAny(chain: JsonValue, fields: readonly string[]): boolean {
  return isJsonObject(chain) && fields.some((field) => Object.hasOwn(chain, field));
}

function isCosmos(chain: JsonValue): boolean {
  return hasAny(chain, ['chain_id_cosmos', 'cosmos_chain_id', 'grpc_endpoint', 'lcd_endpoint']);
}

/** Whether the chain has an EVM whose endpoints it lists nowhere else. */
function lacksEvmList(chain: JsonValue): boolean {
  return hasAny(chain, ['chain_id_evm', 'evm_chain_id']) && !hasAny(chain, ['evm_rpc_endpoint']);
}

function createList(
  kind: EndpointKind,
  field: string,
  claims: readonly ClaimField[],
  aliases: readonly string[] = [],
): EntryList {
  return { kind, pointer: `/${field}`, form: 'objects', aliases, addressForms: {}, claims };
}

/** The registry's own readers prefer the second, older ones read the first, so both are checked. */
const fileNames = ['param_2.json', 'param.json'];

const chainlistLayout: Layout = {
  examplePath: 'chain/<chain>/param.json',
  trees: ['chain'],
  choosePlace: (path) => `chain/<chain>/${/_2(?!\d)/.test(basename(path)) ? 'param_2.json' : 'param.json'}`,
  fileNames,
  isRoot: ({ hasDirectory }) => hasDirectory('chain'),
  locate,
};

function locate(path: string): Location {
  const [top = '', chain = '', name = '', ...deeper] = path.split('/');
  const isInChain = top === 'chain' && name !== '' && deeper.length === 0;
  const list = findList(basename(path));
  if (list !== null)
    return { role: isInChain ? 'list' : 'stray-list', chain: isInChain ? chain : null, list };
  return isInChain && fileNames.includes(name) ? { role: 'registered', chain } : otherFile;
}

/** Shorter names are too close to others. */
const minNameLength = 8;

/**
 * Why a value is not an object with at least one top-level field of the format, in any spelling; null if it is. An empty object is one without
 * endpoints yet.
 */
function findMisfit(value: JsonValue): string | null {
  const { lists } = chainlist;
  if (!isJsonObject(value)) return 'it is not an object';
  const names = Object.keys(value).map(fold);
  const fields = lists.flatMap(({ pointer, aliases, claims }) =>
    [pointer.slice(1), ...aliases, ...claims.flatMap((claim) => [claim.name, ...claim.aliases])].map(fold),
  );
  const long = fields.filter((name) => name.length >= minNameLength);
  if (names.length === 0 || names.some((name) => fields.includes(name) || findNearest(name, long) !== null))
    return null;
  const expected = lists.map(({ pointer }) => `"${pointer.slice(1)}"`);
  return `it has none of ${expected.join(', ')}`;
}

/** Registries such as cosmostation/chainlist: a directory for each chain, with parameters and endpoints in param.json or param_2.json. */
export const chainlist: Format = {
  name: 'chainlist',
  title: 'cosmostation/chainlist and registries of its shape',
  layout: chainlistLayout,
  findMisfit,
  chains: '',
  lists: [
    createList('grpc', 'grpc_endpoint', cosmosClaims, [
      'endpoint',
      'endpoint_url',
      'grpc',
      'grpc_url',
      'grpc_address',
    ]),
    {
      ...createList('evm', 'evm_rpc_endpoint', evmClaims, [
        'evm',
        'evm_rpc',
        'evm_endpoint',
        'evm_rpc_url',
        'evm_url',
        'rpc_evm_endpoint',
        'json_rpc_endpoint',
      ]),
      aliasesIn: (chain) => (lacksEvmList(chain) && !isCosmos(chain) ? bareRpc : []),
    },
    {
      ...createList('rpc', 'cosmos_rpc_endpoint', cosmosClaims),
      aliasesIn: (chain) => [
        ...nameLists('cosmos_rpc', 'tendermint_rpc', 'tm_rpc', 'comet_rpc', 'cometbft_rpc'),
        ...(isCosmos(chain) && !lacksEvmList(chain) ? bareRpc : []),
      ],
    },
    {
      ...createList('rest', 'lcd_endpoint', cosmosClaims),
      aliasesIn: () => nameLists('lcd', 'rest', 'api', 'rest_api', 'cosmos_lcd', 'cosmos_rest', 'cosmos_api'),
    },
    createList('solana', 'solana_rpc_endpoint', [solanaClaim('chain_id')]),
  ],
  entryFields: {
    address: addressField('url'),
    provider: providerField,
    providerPolicy: 'required',
    providerFirst: true,
  },
  schema: {
    file: 'param',
    title: 'Chain parameters',
    description:
      'The parameters of a chain, at chain/<chain>/param.json or param_2.json. Fields that are not named here are free.',
    validate,
  },
};
