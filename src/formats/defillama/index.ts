import { isJsonObject, type JsonValue } from '../../model/json.js';
import { evmClaim } from '../claim-fields.js';
import { nameLists } from '../entry-fields.js';
import { anonymousFields, type EntryList, type Format } from '../format.js';
import { locateBy } from '../layout.js';
import { validate } from './validator.generated.js';

function hasChainsById(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).some((key) => /^\d+$/.test(key));
}

/** An optional list. `idType` is the type of the chain id in chains that should have it. */
function createList(field: string, idType: 'string' | 'number'): EntryList {
  return {
    kind: 'evm',
    kindByScheme: { ws: 'evm-ws', wss: 'evm-ws' },
    pointer: `/${field}`,
    isListOf: (chain) =>
      isJsonObject(chain) && (Object.hasOwn(chain, field) || typeof chain['chainId'] === idType),
    form: 'any',
    aliases: nameLists('rpc', 'ws', 'wss'),
    addressForms: { allowPlaintext: true, allowPlaceholder: true },
    claims: [evmClaim('chainId', { example: 1 })],
  };
}

/** Registries such as DefiLlama/chainlist: modules in JavaScript, of which only literals are read; nothing is run. */
export const defillama: Format = {
  name: 'defillama',
  title: 'DefiLlama/chainlist and registries of its shape',
  layout: {
    examplePath: 'constants/extraRpcs.js',
    // Contributors copy files of ethereum-lists (DefiLlama/chainlist#2303).
    trees: ['constants', '_data'],
    choosePlace: (_, content) =>
      hasChainsById(content) ? 'constants/extraRpcs.js' : 'constants/additionalChainRegistry/chainid-<id>.js',
    isRoot: ({ hasFile, hasDirectory }) =>
      hasFile('constants/extraRpcs.js') || hasDirectory('constants/additionalChainRegistry'),
    locate: locateBy(/^constants\/(?:extraRpcs|additionalChainRegistry\/(chainid-\d+))\.js$/),
  },
  findMisfit: (value) => {
    if (!isJsonObject(value)) return 'it exports no object';
    const isChain = Object.hasOwn(value, 'chainId') && Object.hasOwn(value, 'rpc');
    return isChain || hasChainsById(value)
      ? null
      : 'it exports neither chains by their ids nor a "chainId" with "rpc"';
  },
  chains: '/{}',
  chainsOf: (value) => (hasChainsById(value) ? '/{}' : ''),
  readChain: (chain, named) => {
    const { chainId } = isJsonObject(chain) ? chain : {};
    const isId = typeof chainId === 'string' || typeof chainId === 'number';
    return { name: named ?? (isId ? String(chainId) : null), status: 'live' };
  },
  naming: {
    field: 'chainId',
    agrees: (chain, id) => (/^chainid-(\d+)$/.exec(chain)?.[1] ?? id) === id,
  },
  // Of a chain with a file of its own, extraRpcs.js has more endpoints.
  groupOf: null,
  // A chain of the object has its id as the key, a chain with a file as a number.
  lists: [createList('rpcs', 'string'), createList('rpc', 'number')],
  entryFields: anonymousFields('url'),
  schema: {
    file: 'defillama',
    title: 'The endpoints of EVM chains',
    description:
      'The data of a registry such as DefiLlama/chainlist, which is JavaScript. Fields that are not named here are free.',
    content: { type: 'object' },
    validate,
  },
  syntaxes: ['javascript'],
};
