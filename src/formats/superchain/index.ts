import { isJsonObject, type JsonValue } from '../../model/json.js';
import { evmClaim } from '../claim-fields.js';
import { nameLists } from '../entry-fields.js';
import {
  anonymousFields,
  type ClaimField,
  describeMissing,
  type EntryList,
  type Format,
  readBlockTime,
} from '../format.js';
import { locateBy, otherFile } from '../layout.js';
import { validate } from './validator.generated.js';

const listName = 'chainList.json';
const locateFile = locateBy(/^(?:chainList\.json|superchain\/configs\/(.+)\.toml)$/);

function createList(pointer: string, form: EntryList['form'], claim: ClaimField): EntryList {
  const addressForms = { allowPlaintext: true };
  // A private chain has "" there, which the list of all chains repeats.
  const aliases = nameLists(pointer.slice(1));
  return { kind: 'evm', pointer, form, canBeEmpty: true, aliases, addressForms, claims: [claim] };
}

/** Registries such as ethereum-optimism/superchain-registry: a list of all chains in JSON, and a file for each in TOML. */
export const superchain: Format = {
  name: 'superchain',
  title: 'ethereum-optimism/superchain-registry and registries of its shape',
  layout: {
    examplePath: 'superchain/configs/<network>/<chain>.toml',
    trees: ['superchain'],
    choosePlace: (path, content) =>
      Array.isArray(content)
        ? listName
        : path.replace(
            /^(?:superchain\/configs\/([^/]+)\/)?.*$/,
            (_, network = '<network>') => `superchain/configs/${network}/<chain>.toml`,
          ),
    isRoot: ({ hasDirectory, readStart }) =>
      hasDirectory('superchain/configs') || readStart(listName).includes('"identifier"'),
    // The description of a network is no chain.
    locate: (path) => (path.endsWith('/superchain.toml') ? otherFile : locateFile(path)),
  },
  findMisfit: (value) =>
    Array.isArray(value)
      ? describeMissing((value as readonly JsonValue[])[0] ?? null, ['identifier', 'chainId', 'rpc'])
      : describeMissing(value, ['chain_id', 'public_rpc']),
  chains: '/*',
  chainsOf: (value) => (Array.isArray(value) ? '/*' : ''),
  readChain: (chain, named) => {
    const { identifier, name, block_time: seconds } = isJsonObject(chain) ? chain : {};
    const [label = null] = [named, identifier, name].filter((text) => typeof text === 'string');
    return { name: label, status: 'live', ...readBlockTime(seconds) };
  },
  // The list repeats the chains that have files of their own.
  groupOf: null,
  lists: [
    createList('/rpc', 'strings', evmClaim('chainId', { example: 10 })),
    createList('/public_rpc', 'string', evmClaim('chain_id', { example: 10 })),
    createList('/sequencer_rpc', 'string', evmClaim('chain_id', { example: 10 })),
  ],
  entryFields: anonymousFields('url'),
  schema: {
    file: 'superchain',
    title: 'The endpoints of chains',
    description:
      'Chains of a registry such as ethereum-optimism/superchain-registry, at chainList.json. Fields that are not named here are free.',
    content: {
      type: ['array', 'object'],
      items: {
        type: 'object',
        properties: {
          rpc: {
            type: 'array',
            items: { type: 'string', examples: ['https://rpc.example.com'] },
            default: [],
          },
          chainId: {
            description: 'The chain id that every endpoint of the chain must report.',
            examples: [10],
          },
        },
      },
      properties: {
        public_rpc: { type: 'string', examples: ['https://rpc.example.com'] },
        sequencer_rpc: { type: 'string', examples: ['https://sequencer.example.com'] },
      },
    },
    validate,
  },
  syntaxes: ['json', 'toml'],
};
