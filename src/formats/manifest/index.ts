import { isJsonObject } from '../../model/json.js';
import { apiLists, peerLists } from '../chain-registry/lists.js';
import { addressField } from '../entry-fields.js';
import type { Format } from '../format.js';
import { describeMissing } from '../misfit.js';
import { validate } from './validator.generated.js';

const providerFields = {
  provider: null,
  fileProvider: '/provider/name',
  forbidden: { provider: 'the registry writes provider.name of the manifest there' },
} as const;

/**
 * The manifest that a provider publishes at `/.well-known/cosmos-registry.json`: its endpoints of many chains, which cosmos/chain-registry
 * imports. Source: provider-manifest.schema.json, https://github.com/cosmos/chain-registry.
 */
export const manifest: Format = {
  name: 'manifest',
  title: "a provider's manifest for cosmos/chain-registry",
  layout: {
    examplePath: '.well-known/cosmos-registry.json',
    trees: ['.well-known'],
    isRoot: ({ hasFile }) => hasFile('.well-known/cosmos-registry.json'),
    isReserved: (path) => path === '.well-known' || path.startsWith('.well-known/'),
    locate: (path) => ({
      role: path === '.well-known/cosmos-registry.json' ? 'registered' : 'other',
      chain: null,
    }),
  },
  findMisfit: (value) => describeMissing(value, ['manifest_version', 'chains']),
  chains: '/chains/*',
  readChain: (chain) => {
    const { chain_id: id } = isJsonObject(chain) ? chain : {};
    return { name: typeof id === 'string' && id !== '' ? id : null, status: 'live' };
  },
  // Each file has the chains of one provider.
  groupOf: null,
  lists: [...apiLists, ...peerLists(providerFields)],
  entryFields: {
    ...providerFields,
    address: addressField('address'),
    archive: 'archive',
    providerPolicy: 'optional',
  },
  schema: {
    file: 'manifest',
    title: 'Provider manifest',
    description:
      'The endpoints that a provider publishes for cosmos/chain-registry. Fields that are not named here are not checked.',
    validate,
  },
};
