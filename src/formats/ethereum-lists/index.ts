import { isJsonObject } from '../../model/json.js';
import { evmClaim } from '../claim-fields.js';
import { nameLists } from '../entry-fields.js';
import { anonymousFields, describeMissing, type Format, readText } from '../format.js';
import { locateBy } from '../layout.js';
import { validate } from './validator.generated.js';

const directory = '_data/chains';

/** Registries such as ethereum-lists/chains: a file for each EVM chain, with the addresses of its endpoints as strings. */
export const ethereumLists: Format = {
  name: 'ethereum-lists',
  title: 'ethereum-lists/chains and registries of its shape',
  layout: {
    examplePath: `${directory}/eip155-<id>.json`,
    trees: ['_data'],
    // Contributors copy its files to other registries of EVM chains.
    isRoot: ({ hasDirectory }) => hasDirectory(directory) && !hasDirectory('constants'),
    locate: locateBy(/^_data\/chains\/(eip155-\d+)\.json$/),
  },
  findMisfit: (value) =>
    describeMissing(value, ['chainId', 'rpc']) ??
    (isJsonObject(value) && Array.isArray(value['rpc']) ? null : '"rpc" is not an array'),
  chains: '',
  readChain: (chain, named) => {
    const status = readText(chain, 'status');
    return {
      name: named,
      status: status === 'deprecated' ? 'killed' : status === 'incubating' ? 'upcoming' : 'live',
    };
  },
  // https://github.com/ethereum-lists/chains/blob/master/tools/schema/chainSchema.json, `status`.
  status: {
    pointer: '/status',
    values: ['active', 'incubating', 'deprecated'],
    killed: 'deprecated',
  },
  naming: { field: 'chainId', agrees: (chain, id) => chain === `eip155-${id}` },
  lists: [
    {
      kind: 'evm',
      kindByScheme: { ws: 'evm-ws', wss: 'evm-ws' },
      pointer: '/rpc',
      form: 'strings',
      aliases: nameLists('rpc', 'ws', 'wss'),
      addressForms: { allowPlaintext: true, allowPlaceholder: true },
      claims: [evmClaim('chainId', { example: 1 })],
    },
  ],
  entryFields: anonymousFields('url'),
  schema: {
    file: 'ethereum-lists',
    title: 'The endpoints of an EVM chain',
    description:
      'A chain of a registry such as ethereum-lists/chains, at _data/chains/eip155-<id>.json. Fields that are not named here are free.',
    validate,
  },
};
